"""Compiled programs of this process, by text and options."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, Callable, Hashable


class Memo:
    """The newest `limit` results of a function, each made once, also if many threads ask."""

    def __init__(self, limit: int):
        self._limit = limit
        self._lock = threading.Lock()
        self._entries: "OrderedDict[Hashable, _Entry]" = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What `make` gave for this key. What it raises is raised, and not kept."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                entry = self._entries[key] = _Entry()
                while len(self._entries) > self._limit:
                    self._entries.popitem(last=False)
            else:
                self._entries.move_to_end(key)
        with entry.lock:
            if not entry.is_made:
                try:
                    entry.value = make()
                    entry.is_made = True
                except BaseException:
                    with self._lock:
                        if self._entries.get(key) is entry:
                            del self._entries[key]
                    raise
            return entry.value

    def put(self, key: Hashable, value: Any) -> None:
        """Replaces what was made for a key."""
        entry = _Entry()
        entry.value, entry.is_made = value, True
        with self._lock:
            self._entries[key] = entry

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)


class _Entry:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.value: Any = None
        self.is_made = False
