/*===- Views.c - a launch on views ----------------------------------------===*/
#include "hot.h"
#include <time.h>

static PyObject *nameAddress, *nameElement, *nameName, *nameShape, *nameStrides;

int initializeViews(void) {
  nameAddress = PyUnicode_InternFromString("address");
  nameElement = PyUnicode_InternFromString("element");
  nameName = PyUnicode_InternFromString("name");
  nameShape = PyUnicode_InternFromString("shape");
  nameStrides = PyUnicode_InternFromString("strides");
  return nameAddress && nameElement && nameName && nameShape && nameStrides ? 0 : -1;
}

/* The numbers of a tuple attribute; their count, or -1 and an error. */
static Py_ssize_t readNumbers(PyObject *view, PyObject *name, int64_t *numbers, Py_ssize_t room) {
  PyObject *tuple = PyObject_GetAttr(view, name);
  if (!tuple)
    return -1;
  Py_ssize_t count = PyTuple_Size(tuple);
  if (count > room) {
    PyErr_Format(PyExc_ValueError, "expected arrays of %zd axes in all, but got more", room);
    count = -1;
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    numbers[i] = PyLong_AsLongLong(PyTuple_GetItem(tuple, i));
    if (numbers[i] == -1 && PyErr_Occurred())
      count = -1;
  }
  Py_DECREF(tuple);
  return count;
}

static int readType(PyObject *view, PyObject *codes, int *type) {
  PyObject *element = PyObject_GetAttr(view, nameElement);
  PyObject *name = element ? PyObject_GetAttr(element, nameName) : NULL;
  PyObject *code = name ? PyDict_GetItemWithError(codes, name) : NULL;
  if (name && !code && !PyErr_Occurred())
    PyErr_SetObject(PyExc_KeyError, name);
  long number = code ? PyLong_AsLong(code) : -1;
  Py_XDECREF(element);
  Py_XDECREF(name);
  *type = (int)number;
  return number == -1 && PyErr_Occurred() ? -1 : 0;
}

/* The numbers of the array are behind `numbers`, which moves on. */
static int readView(PyObject *view, PyObject *codes, int64_t **numbers, const int64_t *end,
                    Array *array) {
  PyObject *address = PyObject_GetAttr(view, nameAddress);
  if (!address)
    return -1;
  array->data = PyLong_AsVoidPtr(address);
  Py_DECREF(address);
  if (PyErr_Occurred() || readType(view, codes, &array->type))
    return -1;
  Py_ssize_t rank = readNumbers(view, nameShape, *numbers, end - *numbers);
  if (rank < 0)
    return -1;
  int64_t *strides = *numbers + rank;
  if (readNumbers(view, nameStrides, strides, end - strides) != rank) {
    if (!PyErr_Occurred())
      PyErr_SetString(PyExc_ValueError, "expected a stride for each axis");
    return -1;
  }
  array->rank = rank;
  array->sizes = *numbers;
  array->strides = strides;
  *numbers = strides + rank;
  return 0;
}

/* The count of the sequence, or -1 and an error. */
static Py_ssize_t readViews(PyObject *views, PyObject *codes, int64_t **numbers, const int64_t *end,
                            Array *arrays, Py_ssize_t room) {
  Py_ssize_t count = PySequence_Size(views);
  if (count > room) {
    PyErr_Format(PyExc_ValueError, "expected at most %d arrays, but got more", maxArrays);
    return -1;
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject *view = PySequence_GetItem(views, i);
    int failed = !view || readView(view, codes, numbers, end, &arrays[i]);
    Py_XDECREF(view);
    if (failed)
      return -1;
  }
  return count;
}

/* A launch on views, read. */
typedef struct {
  LaunchFunction launch;
  void *executable;
  Py_ssize_t function, numInputs, numOutputs, count;
  void *stream;
  int64_t numbers[maxNumbers];
  Array arrays[maxArrays];
} ViewLaunch;

static int readLaunch(PyObject *args, ViewLaunch *result) {
  PyObject *address, *executable, *inputs, *outputs, *codes, *stream;
  result->count = 1;
  if (!PyArg_ParseTuple(args, "OOnOOO!O|n", &address, &executable, &result->function, &inputs,
                        &outputs, &PyDict_Type, &codes, &stream, &result->count))
    return -1;
  result->launch = (LaunchFunction)PyLong_AsVoidPtr(address);
  result->executable = PyLong_AsVoidPtr(executable);
  result->stream = stream == Py_None ? NULL : PyLong_AsVoidPtr(stream);
  if (PyErr_Occurred())
    return -1;
  int64_t *next = result->numbers, *end = next + maxNumbers;
  result->numInputs = readViews(inputs, codes, &next, end, result->arrays, maxArrays);
  if (result->numInputs < 0)
    return -1;
  result->numOutputs = readViews(outputs, codes, &next, end, result->arrays + result->numInputs,
                                 maxArrays - result->numInputs);
  return result->numOutputs < 0 ? -1 : 0;
}

static int runOnce(const ViewLaunch *l) {
  return l->launch(l->executable, l->function, l->arrays, l->numInputs, l->arrays + l->numInputs,
                   l->numOutputs, l->stream);
}

PyObject *launchViews(PyObject *module, PyObject *args) {
  (void)module;
  ViewLaunch launch;
  if (readLaunch(args, &launch))
    return NULL;
  int status;
  Py_BEGIN_ALLOW_THREADS status = runOnce(&launch);
  Py_END_ALLOW_THREADS return PyLong_FromLong(status);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

PyObject *timeLaunch(PyObject *module, PyObject *args) {
  (void)module;
  ViewLaunch launch;
  if (readLaunch(args, &launch))
    return NULL;
  double start = now();
  for (Py_ssize_t i = 0; i < launch.count; ++i)
    if (runOnce(&launch))
      return PyErr_Format(PyExc_RuntimeError, "launch %zd failed", i);
  return PyFloat_FromDouble((now() - start) / launch.count);
}

PyObject *timeRaw(PyObject *module, PyObject *args) {
  (void)module;
  typedef int (*Driver)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                        unsigned, void *, void **, void **);
  PyObject *address, *function, *parameters, *stream;
  unsigned block;
  Py_ssize_t count;
  if (!PyArg_ParseTuple(args, "OOIOOn", &address, &function, &block, &parameters, &stream, &count))
    return NULL;
  Driver driver = (Driver)PyLong_AsVoidPtr(address);
  void *kernel = PyLong_AsVoidPtr(function), *native = PyLong_AsVoidPtr(stream);
  void **values = PyLong_AsVoidPtr(parameters);
  if (PyErr_Occurred())
    return NULL;
  double start = now();
  for (Py_ssize_t i = 0; i < count; ++i)
    if (driver(kernel, 1, 1, 1, block, 1, 1, 0, native, values, NULL))
      return PyErr_Format(PyExc_RuntimeError, "launch %zd failed", i);
  return PyFloat_FromDouble((now() - start) / count);
}
