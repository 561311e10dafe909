/*===- Tensors.c - the memory of tensors, without Python ------------------===*/
#include "hot.h"

enum { maxKinds = 16, dlpackMajor = 1 };

static TensorKind kinds[maxKinds];
static int numKinds = 0;
static PyObject *requiresGrad, *isNeg, *isGradEnabled;

int initializeTensors(void) {
  requiresGrad = PyUnicode_InternFromString("requires_grad");
  isNeg = PyUnicode_InternFromString("is_neg");
  return requiresGrad && isNeg ? 0 : -1;
}

PyObject *addType(PyObject *module, PyObject *args) {
  (void)module;
  PyObject *type, *capsule, *gradMode;
  if (!PyArg_ParseTuple(args, "O!OO", &PyType_Type, &type, &capsule, &gradMode))
    return NULL;
  const DLPackExchangeAPI *api = PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
  if (!api)
    return NULL;
  while (api && api->major != dlpackMajor)
    api = api->previous;
  if (!api || !api->tensor_from_python || !api->current_stream)
    Py_RETURN_FALSE;
  int isTorch = gradMode != Py_None;
  TensorKind kind = {(PyTypeObject *)type, api, isTorch};
  for (int i = 0; i < numKinds; ++i)
    if (kinds[i].type == kind.type) {
      kinds[i] = kind;
      Py_RETURN_TRUE;
    }
  if (numKinds == maxKinds)
    Py_RETURN_FALSE;
  if (isTorch && !isGradEnabled) {
    Py_INCREF(gradMode);
    isGradEnabled = gradMode;
  }
  Py_INCREF(type);
  kinds[numKinds++] = kind;
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

int readTensor(const TensorKind *kind, PyObject *tensor, int refusesGradients, DLTensor *result) {
  if (kind->isTorch) {
    if (refusesGradients) {
      int needs = takeTruth(PyObject_GetAttr(tensor, requiresGrad));
      if (needs == 1)
        needs = takeTruth(PyObject_CallObject(isGradEnabled, NULL));
      if (needs)
        goto none;
    }
    /* DLPack does not say it. */
    if (takeTruth(PyObject_CallMethodObjArgs(tensor, isNeg, NULL)))
      goto none;
  }
  if (kind->api->tensor_from_python(tensor, result))
    goto none;
  /* Without memory it is a wrapper, or empty. */
  return result->data && result->dtype.lanes == 1 && (result->strides || !result->ndim);

none:
  /* Whoever is asked next says what is wrong with it. */
  PyErr_Clear();
  return 0;
}
