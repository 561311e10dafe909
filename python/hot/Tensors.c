/*===- Tensors.c - the memory of tensors ----------------------------------===*/
#include "hot.h"
#include <string.h>

enum { maxKinds = 16, dlpackMajor = 1 };

static TensorKind kinds[maxKinds];
static int numKinds = 0;
static PyObject *requiresGrad, *isNeg, *isCUDA, *getDevice, *dataPtr, *shapeName, *strideName,
    *dtypeName;

int initializeTensors(void) {
  requiresGrad = PyUnicode_InternFromString("requires_grad");
  isNeg = PyUnicode_InternFromString("is_neg");
  isCUDA = PyUnicode_InternFromString("is_cuda");
  getDevice = PyUnicode_InternFromString("get_device");
  dataPtr = PyUnicode_InternFromString("data_ptr");
  shapeName = PyUnicode_InternFromString("shape");
  strideName = PyUnicode_InternFromString("stride");
  dtypeName = PyUnicode_InternFromString("dtype");
  return requiresGrad && isNeg && isCUDA && getDevice && dataPtr && shapeName && strideName &&
                 dtypeName
             ? 0
             : -1;
}

PyObject *addType(PyObject *module, PyObject *args) {
  (void)module;
  PyObject *type, *capsule, *gradMode = NULL, *stream = NULL, *codes = NULL;
  if (!PyArg_ParseTuple(args, "O!O|OOO!", &PyType_Type, &type, &capsule, &gradMode, &stream,
                        &PyDict_Type, &codes))
    return NULL;
  const DLPackExchangeAPI *api = NULL;
  if (capsule != Py_None) {
    api = PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
    if (!api)
      return NULL;
    while (api && api->major != dlpackMajor)
      api = api->previous;
    if (api && (!api->tensor_from_python || !api->current_stream))
      api = NULL;
  }
  if (!api && !codes)
    Py_RETURN_FALSE;
  int place = 0;
  while (place < numKinds && kinds[place].type != (PyTypeObject *)type)
    ++place;
  if (place == maxKinds)
    Py_RETURN_FALSE;
  numKinds = place == numKinds ? place + 1 : numKinds;
  /* Kept as long as the process. */
  Py_INCREF(type);
  Py_XINCREF(gradMode);
  Py_XINCREF(stream);
  Py_XINCREF(codes);
  kinds[place] = (TensorKind){(PyTypeObject *)type, api, gradMode, stream, codes};
  Py_RETURN_TRUE;
}

const TensorKind *findKind(PyObject *object) {
  for (int i = 0; i < numKinds; ++i)
    if (kinds[i].type == Py_TYPE(object))
      return &kinds[i];
  return NULL;
}

/* 1 or 0: the truth of a new reference. -1: it is null, and an error is set. */
static int takeTruth(PyObject *object) {
  if (!object)
    return -1;
  int result = object == Py_True ? 1 : object == Py_False ? 0 : PyObject_IsTrue(object);
  Py_DECREF(object);
  return result;
}

/* The number of a new reference; -1 and an error where it is none. */
static int64_t takeNumber(PyObject *object) {
  int64_t result = object ? PyLong_AsLongLong(object) : -1;
  Py_XDECREF(object);
  return result;
}

/* The numbers of a new reference to a tuple; their count, or -1. */
static int takeNumbers(PyObject *tuple, int64_t *result, int room) {
  int count = tuple && PyTuple_Check(tuple) ? (int)PyTuple_Size(tuple) : -1;
  count = count > room ? -1 : count;
  for (int i = 0; i < count; ++i) {
    result[i] = PyLong_AsLongLong(PyTuple_GetItem(tuple, i));
    if (result[i] == -1 && PyErr_Occurred())
      count = -1;
  }
  Py_XDECREF(tuple);
  return count;
}

static void *readAddress(PyObject *tensor) {
  return (void *)(uintptr_t)takeNumber(PyObject_CallMethodObjArgs(tensor, dataPtr, NULL));
}

/* By attributes, as torch has them. */
static int readAttributes(const TensorKind *kind, PyObject *tensor, DLTensor *result,
                          Numbers *numbers) {
  memset(result, 0, sizeof(*result));
  if (takeTruth(PyObject_GetAttr(tensor, isCUDA)) != 1)
    return -1;
  result->device.device_type = dlCUDA;
  result->device.device_id =
      (int32_t)takeNumber(PyObject_CallMethodObjArgs(tensor, getDevice, NULL));
  PyObject *dtype = PyObject_GetAttr(tensor, dtypeName);
  PyObject *code = dtype ? PyDict_GetItemWithError(kind->codes, dtype) : NULL;
  Py_XDECREF(dtype);
  if (!code)
    return -1;
  long number = PyLong_AsLong(code);
  result->dtype = (DLDataType){(uint8_t)(number >> 8), (uint8_t)number, 1};
  int room = maxNumbers - numbers->count;
  result->shape = numbers->values + numbers->count;
  result->ndim = takeNumbers(PyObject_GetAttr(tensor, shapeName), result->shape, room);
  if (result->ndim < 0)
    return -1;
  result->strides = result->shape + result->ndim;
  PyObject *strides = PyObject_CallMethodObjArgs(tensor, strideName, NULL);
  if (takeNumbers(strides, result->strides, room - result->ndim) != result->ndim)
    return -1;
  numbers->count += 2 * result->ndim;
  result->data = readAddress(tensor);
  return PyErr_Occurred() ? -1 : 0;
}

int readTensor(const TensorKind *kind, PyObject *tensor, int refusesGradients, DLTensor *result,
               Numbers *numbers) {
  if (kind->gradMode) {
    if (refusesGradients) {
      int needs = takeTruth(PyObject_GetAttr(tensor, requiresGrad));
      if (needs == 1)
        needs = takeTruth(PyObject_CallObject(kind->gradMode, NULL));
      if (needs)
        goto none;
    }
    /* DLPack does not say it. */
    if (takeTruth(PyObject_CallMethodObjArgs(tensor, isNeg, NULL)))
      goto none;
  }
  if (kind->api ? kind->api->tensor_from_python(tensor, result)
                : readAttributes(kind, tensor, result, numbers))
    goto none;
  /* Without memory it is a wrapper, or empty. */
  return result->data && result->dtype.lanes == 1 && (result->strides || !result->ndim);

none:
  /* Whoever is asked next says what is wrong with it. */
  PyErr_Clear();
  return 0;
}

int readResult(PyObject *tensor, char **address) {
  const TensorKind *kind = findKind(tensor);
  DLTensor read;
  if (!kind) {
    PyErr_SetString(PyExc_TypeError, "expected a tensor of a known class for the result");
    return -1;
  }
  if (!kind->api) {
    *address = readAddress(tensor);
    return PyErr_Occurred() ? -1 : 0;
  }
  if (kind->api->tensor_from_python(tensor, &read))
    return -1;
  *address = (char *)read.data + read.byte_offset;
  return 0;
}

int findStream(const TensorKind *kind, DLDevice device, void **stream) {
  if (kind->api)
    return kind->api->current_stream(device.device_type, device.device_id, stream);
  *stream = (void *)(uintptr_t)takeNumber(
      PyObject_CallFunction(kind->stream, "i", (int)device.device_id));
  return PyErr_Occurred() ? -1 : 0;
}
