/*===- Launch.c - a launch of which only the addresses are open -----------===*/
#include "hot.h"
#include <stdlib.h>
#include <string.h>

PyTypeObject *launchType;

/* Reads a tuple of numbers into `result`; its size, or -1 and an error. */
static Py_ssize_t readTuple(PyObject *tuple, int64_t *result) {
  Py_ssize_t count = PyTuple_Size(tuple);
  for (Py_ssize_t i = 0; i < count; ++i) {
    result[i] = PyLong_AsLongLong(PyTuple_GetItem(tuple, i));
    if (result[i] == -1 && PyErr_Occurred())
      return -1;
  }
  return count;
}

static void measure(Operand *operand) {
  int64_t last = 0, elements = 1;
  for (size_t i = 0; i < operand->array.rank; ++i) {
    last += (operand->array.sizes[i] - 1) * operand->array.strides[i];
    elements *= operand->array.sizes[i];
  }
  operand->extent = elements ? (last + 1) * operand->elementBytes : 0;
  operand->isDense = last + 1 == elements;
}

/* An operand from `(source, offset, type, bytes, shape, strides)`. Its numbers go behind `numbers`.
 */
static int readOperand(PyObject *tuple, Operand *operand, int64_t **numbers) {
  int type;
  long long offset, bytes;
  PyObject *shape, *strides;
  if (!PyArg_ParseTuple(tuple, "nLiLO!O!", &operand->source, &offset, &type, &bytes, &PyTuple_Type,
                        &shape, &PyTuple_Type, &strides))
    return -1;
  operand->offset = offset;
  operand->elementBytes = bytes;
  operand->array.type = type;
  operand->array.rank = PyTuple_Size(shape);
  operand->array.sizes = *numbers;
  operand->array.strides = *numbers + operand->array.rank;
  if (readTuple(shape, *numbers) < 0)
    return -1;
  *numbers += operand->array.rank;
  if (readTuple(strides, *numbers) != (Py_ssize_t)operand->array.rank) {
    if (!PyErr_Occurred())
      PyErr_SetString(PyExc_ValueError, "expected a stride for each axis");
    return -1;
  }
  *numbers += operand->array.rank;
  measure(operand);
  return 0;
}

/* Sizes and strides of all operands: how many numbers. -1 and an error for what is no operand. */
static Py_ssize_t countNumbers(PyObject *operands) {
  Py_ssize_t count = 0;
  for (Py_ssize_t i = 0; i < PyTuple_Size(operands); ++i) {
    PyObject *tuple = PyTuple_GetItem(operands, i);
    Py_ssize_t size = PyTuple_Check(tuple) ? PyTuple_Size(tuple) : 0;
    if (size != 6 || !PyTuple_Check(PyTuple_GetItem(tuple, 4)) ||
        !PyTuple_Check(PyTuple_GetItem(tuple, 5))) {
      PyErr_SetString(PyExc_TypeError,
                      "expected operands (source, offset, type, bytes, shape, strides)");
      return -1;
    }
    count += PyTuple_Size(PyTuple_GetItem(tuple, 4)) + PyTuple_Size(PyTuple_GetItem(tuple, 5));
  }
  return count;
}

static int readOperands(Launch *self, PyObject *operands, Py_ssize_t numSources) {
  self->numOperands = PyTuple_Size(operands);
  if (self->numOperands > maxArrays || self->numInputs < 0 || self->numInputs > self->numOperands) {
    PyErr_SetString(PyExc_ValueError, "expected no more inputs than operands, and at most 64");
    return -1;
  }
  Py_ssize_t count = countNumbers(operands);
  if (count < 0)
    return -1;
  self->operands = calloc(self->numOperands ? self->numOperands : 1, sizeof(Operand));
  self->numbers = calloc(count ? count : 1, sizeof(int64_t));
  if (!self->operands || !self->numbers) {
    PyErr_NoMemory();
    return -1;
  }
  int64_t *next = self->numbers;
  for (Py_ssize_t i = 0; i < self->numOperands; ++i) {
    Operand *operand = &self->operands[i];
    if (readOperand(PyTuple_GetItem(operands, i), operand, &next))
      return -1;
    if (operand->source < 0 || operand->source >= numSources) {
      PyErr_Format(PyExc_ValueError, "expected the number of one of %zd arrays, but got %zd",
                   numSources, operand->source);
      return -1;
    }
  }
  return 0;
}

/* Launch(address, executable, function, count, inputs, operands, makers, form, owner, keep):
   `operands` are inputs and outputs, the first `inputs` of them inputs; `count` arrays of the
   caller. */
static PyObject *newLaunch(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  (void)keywords;
  PyObject *address, *executable, *operands, *makers, *owner, *keep;
  Py_ssize_t function, count, inputs;
  int form;
  if (!PyArg_ParseTuple(args, "OOnnnO!O!iOO", &address, &executable, &function, &count, &inputs,
                        &PyTuple_Type, &operands, &PyTuple_Type, &makers, &form, &owner, &keep))
    return NULL;
  allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  Launch *self = (Launch *)allocate(type, 0);
  if (!self)
    return NULL;
  self->launch = (LaunchFunction)PyLong_AsVoidPtr(address);
  self->executable = PyLong_AsVoidPtr(executable);
  self->function = function;
  self->numInputs = inputs;
  self->form = form;
  Py_INCREF(makers);
  Py_INCREF(owner);
  Py_INCREF(keep);
  self->makers = makers;
  self->owner = owner;
  self->keep = keep;
  if (PyErr_Occurred() || readOperands(self, operands, count + PyTuple_Size(makers))) {
    Py_DECREF(self);
    return NULL;
  }
  return (PyObject *)self;
}

static void destroyLaunch(PyObject *object) {
  Launch *self = (Launch *)object;
  PyTypeObject *type = Py_TYPE(object);
  free(self->operands);
  free(self->numbers);
  Py_XDECREF(self->makers);
  Py_XDECREF(self->owner);
  Py_XDECREF(self->keep);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(object);
  Py_DECREF(type);
}

/* True if one of the two starts within the other, which has no holes. */
static int meet(const Operand *a, const char *atA, const Operand *b, const char *atB) {
  if (!a->extent || !b->extent)
    return 0;
  return atA == atB || (a->isDense && atB >= atA && atB < atA + a->extent) ||
         (b->isDense && atA >= atB && atA < atB + b->extent);
}

/* True if an array of the caller that is written meets one that is read, or another one. */
static int overlap(const Launch *self, const Array *arrays, Py_ssize_t count) {
  for (Py_ssize_t i = self->numInputs; i < self->numOperands; ++i) {
    if (self->operands[i].source >= count)
      continue;
    for (Py_ssize_t j = 0; j < self->numOperands; ++j)
      if (i != j && meet(&self->operands[i], arrays[i].data, &self->operands[j], arrays[j].data))
        return 1;
  }
  return 0;
}

/* Makes the results; their addresses go behind those of the arrays of the caller. */
static PyObject *makeResults(Launch *self, char **addresses) {
  Py_ssize_t count = PyTuple_Size(self->makers);
  PyObject *results = PyList_New(count);
  for (Py_ssize_t i = 0; results && i < count; ++i) {
    PyObject *result = PyObject_CallObject(PyTuple_GetItem(self->makers, i), NULL);
    if (!result || readResult(result, &addresses[i])) {
      Py_XDECREF(result);
      Py_CLEAR(results);
      break;
    }
    PyList_SetItem(results, i, result);
  }
  return results;
}

static PyObject *giveResults(int form, PyObject *results) {
  PyObject *given = NULL;
  if (form == 2)
    return results;
  if (form == 1)
    given = PyList_AsTuple(results);
  else if (!PyList_Size(results)) {
    Py_INCREF(Py_None);
    given = Py_None;
  } else {
    given = PyList_GetItem(results, 0);
    Py_XINCREF(given);
  }
  Py_DECREF(results);
  return given;
}

/* A launch that a CUDA graph may hold keeps its kernel. Only streams of their own are captured. */
static int noteCapture(Launch *self, void *stream) {
  if (!stream || self->isKept || self->keep == Py_None)
    return 0;
  PyObject *kept = PyObject_CallFunctionObjArgs(self->keep, self->owner, NULL);
  if (!kept)
    return -1;
  self->isKept = kept == Py_True;
  Py_DECREF(kept);
  return 0;
}

PyObject *runLaunch(Launch *self, const TensorKind *kind, const DLTensor *read, Py_ssize_t count,
                    PyObject *fail) {
  char *addresses[2 * maxArrays];
  Array arrays[maxArrays];
  for (Py_ssize_t i = 0; i < count; ++i)
    addresses[i] = (char *)read[i].data + read[i].byte_offset;
  PyObject *results = makeResults(self, addresses + count);
  if (!results)
    return NULL;
  for (Py_ssize_t i = 0; i < self->numOperands; ++i) {
    arrays[i] = self->operands[i].array;
    arrays[i].data = addresses[self->operands[i].source] + self->operands[i].offset;
  }
  if (overlap(self, arrays, count)) {
    Py_DECREF(results);
    Py_RETURN_NOTIMPLEMENTED;
  }
  void *stream = NULL;
  if (findStream(kind, read[0].device, &stream) || noteCapture(self, stream)) {
    Py_DECREF(results);
    return NULL;
  }
  int status;
  Py_BEGIN_ALLOW_THREADS status =
      self->launch(self->executable, self->function, arrays, self->numInputs,
                   arrays + self->numInputs, self->numOperands - self->numInputs, stream);
  Py_END_ALLOW_THREADS if (status) {
    Py_DECREF(results);
    PyObject *raised = PyObject_CallFunction(fail, "i", status);
    if (raised) {
      Py_DECREF(raised);
      PyErr_Format(PyExc_RuntimeError, "launch failed with status %d", status);
    }
    return NULL;
  }
  return giveResults(self->form, results);
}

int initializeLaunch(PyObject *module) {
  static PyType_Slot slots[] = {{Py_tp_new, newLaunch}, {Py_tp_dealloc, destroyLaunch}, {0, NULL}};
  static PyType_Spec spec = {"mcfuser._hot.Launch", sizeof(Launch), 0, Py_TPFLAGS_DEFAULT, slots};
  launchType = (PyTypeObject *)PyType_FromSpec(&spec);
  if (!launchType)
    return -1;
  Py_INCREF(launchType);
  return PyModule_AddObject(module, "Launch", (PyObject *)launchType);
}
