/*===- Calls.c - launches by what they are called with --------------------===*/
#include "hot.h"
#include <string.h>

/* Launches by the caller's key and the metadata of the arrays. */
typedef struct {
  PyObject_HEAD PyObject *launches;
  PyObject *fail;
  Py_ssize_t limit;
  /* Tensors that need a gradient are left to whoever is asked next. */
  int refusesGradients;
} Calls;

enum { maxWords = 256 };

/* What a launch depends on of the arrays: all but the addresses. */
typedef struct {
  int64_t words[maxWords];
  size_t count;
} Signature;

static int addWords(Signature *signature, const DLTensor *tensor) {
  size_t rank = tensor->ndim;
  if (tensor->ndim < 0 || signature->count + 2 + 2 * rank > maxWords)
    return 0;
  int64_t *words = signature->words + signature->count;
  words[0] = (int64_t)tensor->device.device_type << 32 | (uint32_t)tensor->device.device_id;
  words[1] = (int64_t)rank << 16 | tensor->dtype.code << 8 | tensor->dtype.bits;
  for (size_t i = 0; i < rank; ++i) {
    words[2 + i] = tensor->shape[i];
    words[2 + rank + i] = tensor->strides[i];
  }
  signature->count += 2 + 2 * rank;
  return 1;
}

static int isOnGPU(const DLTensor *tensor) {
  return tensor->device.device_type == dlCUDA || tensor->device.device_type == dlCUDAManaged;
}

/* Reads the arrays of a tuple or list, None for one that is not given. The kind of the first; null
   without an error where they are not to be launched on from here. */
static const TensorKind *readArrays(Calls *self, PyObject *tensors, Py_ssize_t count,
                                    DLTensor *arrays, Numbers *numbers, Signature *signature) {
  const TensorKind *first = NULL;
  numbers->count = 0;
  signature->count = 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject *tensor =
        PyTuple_Check(tensors) ? PyTuple_GetItem(tensors, i) : PyList_GetItem(tensors, i);
    if (tensor == Py_None && first) {
      memset(&arrays[i], 0, sizeof(DLTensor));
      if (signature->count == maxWords)
        return NULL;
      signature->words[signature->count++] = -1;
      continue;
    }
    const TensorKind *kind = tensor ? findKind(tensor) : NULL;
    if (!kind || !readTensor(kind, tensor, self->refusesGradients, &arrays[i], numbers) ||
        !isOnGPU(&arrays[i]) || !addWords(signature, &arrays[i]))
      return NULL;
    first = first ? first : kind;
  }
  return first;
}

/* The launch of a key, and what it was found by; a new reference or null. */
static PyObject *makeKey(PyObject *key, const Signature *signature) {
  PyObject *bytes = PyBytes_FromStringAndSize((const char *)signature->words,
                                              (Py_ssize_t)(signature->count * sizeof(int64_t)));
  PyObject *full = bytes ? PyTuple_Pack(2, key, bytes) : NULL;
  Py_XDECREF(bytes);
  return full;
}

static Py_ssize_t countOf(PyObject *tensors) {
  Py_ssize_t count = PyTuple_Check(tensors)  ? PyTuple_Size(tensors)
                     : PyList_Check(tensors) ? PyList_Size(tensors)
                                             : maxArrays + 1;
  return count > maxArrays ? -1 : count;
}

/* run(key, tensors): what the launch of such a call gives, or NotImplemented where none is known.
 */
static PyObject *run(PyObject *object, PyObject *args) {
  Calls *self = (Calls *)object;
  PyObject *key, *tensors;
  if (!PyArg_UnpackTuple(args, "run", 2, 2, &key, &tensors))
    return NULL;
  DLTensor arrays[maxArrays];
  Numbers numbers;
  Signature signature;
  Py_ssize_t count = countOf(tensors);
  const TensorKind *kind =
      count < 1 ? NULL : readArrays(self, tensors, count, arrays, &numbers, &signature);
  if (!kind)
    Py_RETURN_NOTIMPLEMENTED;
  PyObject *full = makeKey(key, &signature);
  if (!full)
    return NULL;
  PyObject *launch = PyDict_GetItemWithError(self->launches, full);
  Py_XINCREF(launch);
  Py_DECREF(full);
  if (!launch) {
    /* A key that cannot be hashed is one that is not known. */
    PyErr_Clear();
    Py_RETURN_NOTIMPLEMENTED;
  }
  PyObject *result = runLaunch((Launch *)launch, kind, arrays, count, self->fail);
  Py_DECREF(launch);
  return result;
}

/* add(key, tensors, launch): for the next calls like this. False where such calls are not for us.
 */
static PyObject *add(PyObject *object, PyObject *args) {
  Calls *self = (Calls *)object;
  PyObject *key, *tensors, *launch;
  if (!PyArg_ParseTuple(args, "OOO!", &key, &tensors, launchType, &launch))
    return NULL;
  DLTensor arrays[maxArrays];
  Numbers numbers;
  Signature signature;
  Py_ssize_t count = countOf(tensors);
  if (count < 1 || !readArrays(self, tensors, count, arrays, &numbers, &signature))
    Py_RETURN_FALSE;
  PyObject *full = makeKey(key, &signature);
  if (!full)
    return NULL;
  /* The oldest stands first. */
  while (PyDict_Size(self->launches) >= self->limit) {
    PyObject *oldest;
    Py_ssize_t position = 0;
    if (!PyDict_Next(self->launches, &position, &oldest, NULL))
      break;
    Py_INCREF(oldest);
    int failed = PyDict_DelItem(self->launches, oldest);
    Py_DECREF(oldest);
    if (failed) {
      Py_DECREF(full);
      return NULL;
    }
  }
  int failed = PyDict_SetItem(self->launches, full, launch);
  Py_DECREF(full);
  if (!failed)
    Py_RETURN_TRUE;
  if (!PyErr_ExceptionMatches(PyExc_TypeError))
    return NULL;
  PyErr_Clear();
  Py_RETURN_FALSE;
}

static PyObject *clear(PyObject *object, PyObject *unused) {
  (void)unused;
  PyDict_Clear(((Calls *)object)->launches);
  Py_RETURN_NONE;
}

static Py_ssize_t size(PyObject *object) { return PyDict_Size(((Calls *)object)->launches); }

/* Calls(limit, refuses_gradients, fail) */
static PyObject *newCalls(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  (void)keywords;
  Py_ssize_t limit;
  int refusesGradients;
  PyObject *fail;
  if (!PyArg_ParseTuple(args, "npO", &limit, &refusesGradients, &fail))
    return NULL;
  if (limit < 1)
    return PyErr_Format(PyExc_ValueError, "limit: expected at least 1, but got %zd", limit);
  allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  Calls *self = (Calls *)allocate(type, 0);
  if (!self)
    return NULL;
  self->launches = PyDict_New();
  self->limit = limit;
  self->refusesGradients = refusesGradients;
  Py_INCREF(fail);
  self->fail = fail;
  if (self->launches)
    return (PyObject *)self;
  Py_DECREF(self);
  return NULL;
}

static void destroyCalls(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  Py_XDECREF(((Calls *)object)->launches);
  Py_XDECREF(((Calls *)object)->fail);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(object);
  Py_DECREF(type);
}

int initializeCalls(PyObject *module) {
  static PyMethodDef methods[] = {{"run", run, METH_VARARGS, NULL},
                                  {"add", add, METH_VARARGS, NULL},
                                  {"clear", clear, METH_NOARGS, NULL},
                                  {NULL, NULL, 0, NULL}};
  static PyType_Slot slots[] = {{Py_tp_new, newCalls},
                                {Py_tp_dealloc, destroyCalls},
                                {Py_tp_methods, methods},
                                {Py_mp_length, size},
                                {0, NULL}};
  static PyType_Spec spec = {"mcfuser._hot.Calls", sizeof(Calls), 0, Py_TPFLAGS_DEFAULT, slots};
  PyObject *type = PyType_FromSpec(&spec);
  return type ? PyModule_AddObject(module, "Calls", type) : -1;
}
