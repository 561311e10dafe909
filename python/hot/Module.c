/*===- Module.c - mcfuser._hot --------------------------------------------===*/
#include "hot.h"

static PyMethodDef methods[] = {{"add_type", addType, METH_VARARGS, NULL},
                                {"launch", launchViews, METH_VARARGS, NULL},
                                {"time_launch", timeLaunch, METH_VARARGS, NULL},
                                {"time_raw", timeRaw, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "mcfuser._hot", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__hot(void) {
  PyObject *module = PyModule_Create(&definition);
  if (!module)
    return NULL;
  if (initializeTensors() || initializeViews() || initializeLaunch(module) ||
      initializeCalls(module)) {
    Py_DECREF(module);
    return NULL;
  }
  return module;
}
