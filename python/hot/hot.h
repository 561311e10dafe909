/*===- hot.h - launches from Python without ctypes --------------*- C -*-===//
  The stable ABI of Python 3.9 and no header of torch or numpy: one binary serves every Python and
every library whose tensors have DLPack's C functions (`__dlpack_c_exchange_api__`).
//===--------------------------------------------------------------------===*/
#ifndef MCFUSER_PYTHON_HOT_H
#define MCFUSER_PYTHON_HOT_H

#define Py_LIMITED_API 0x03090000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#include "DLPack.h"

enum { maxArrays = 64 };

/* mcf_array and mcf_launch of MCFuser-c/MCFuser.h, which keep their form. */
typedef struct {
  void *data;
  int type;
  size_t rank;
  const int64_t *sizes, *strides;
} Array;
typedef int (*LaunchFunction)(void *executable, size_t function, const Array *inputs,
                              size_t inputCount, const Array *outputs, size_t outputCount,
                              void *stream);

/* Tensors.c */

/* A class of tensors that are read here. */
typedef struct {
  PyTypeObject *type;
  /* Null: by attributes. */
  const DLPackExchangeAPI *api;
  /* Of torch: whether gradients are recorded. Null: there are none. */
  PyObject *gradMode;
  /* Without `api`: the stream of a GPU by its number, and by dtype code and bits, `code << 8 |
   * bits`. */
  PyObject *stream, *codes;
} TensorKind;

enum { maxNumbers = 512 };

/* Where shapes and strides are that are no tensor's own. */
typedef struct {
  int64_t values[maxNumbers];
  int count;
} Numbers;

/* `add_type(type, capsule, grad_mode, stream, codes)`: makes the class known, or false. */
PyObject *addType(PyObject *module, PyObject *args);
/* The kind of an object, or null without an error. Not of subclasses: they may be anything. */
const TensorKind *findKind(PyObject *object);
/* 1: read. 0: none that can be launched on (no error is set). */
int readTensor(const TensorKind *kind, PyObject *tensor, int refusesGradients, DLTensor *result,
               Numbers *numbers);
/* 0, or an error. */
int readResult(PyObject *tensor, char **address);
int findStream(const TensorKind *kind, DLDevice device, void **stream);
int initializeTensors(void);

/* Views.c */

/* `launch(address, executable, function, inputs, outputs, type_codes, stream)`: one launch on
   sequences of mcfuser.arrays.View. Gives the mcf_status. */
PyObject *launchViews(PyObject *module, PyObject *args);
/* `time_launch(..., count)`: the same so often, for benchmarks. Gives seconds for each. */
PyObject *timeLaunch(PyObject *module, PyObject *args);
/* `time_raw(address, function, block, parameters, stream, count)`: cuLaunchKernel itself. */
PyObject *timeRaw(PyObject *module, PyObject *args);
int initializeViews(void);

/* Launch.c */

/* An operand of a launch: a part of an array of the caller, or of a result. */
typedef struct {
  /* Number of the array: those of the caller, behind them the results. */
  Py_ssize_t source;
  int64_t offset;
  int64_t elementBytes;
  /* From the first byte to the end of the last. */
  int64_t extent;
  int isDense;
  /* Without the address. */
  Array array;
} Operand;

/* A launch on arrays of known shapes, strides and types: all but the addresses. */
typedef struct {
  PyObject_HEAD LaunchFunction launch;
  void *executable;
  size_t function;
  Py_ssize_t numInputs, numOperands;
  Operand *operands;
  /* Sizes and strides of all operands. */
  int64_t *numbers;
  /* What makes each result. */
  PyObject *makers;
  /* Keeps the executable. */
  PyObject *owner;
  /* Told once that a CUDA graph holds a launch of this. */
  PyObject *keep;
  int isKept;
  /* 0: the only result; 1: a tuple of them; 2: a list. */
  int form;
} Launch;

extern PyTypeObject *launchType;
int initializeLaunch(PyObject *module);
/* Launches on arrays whose metadata are those it was made for; those of the first are of `kind`. A
   status that is not 0 goes to `fail`, which raises. */
PyObject *runLaunch(Launch *launch, const TensorKind *kind, const DLTensor *arrays,
                    Py_ssize_t count, PyObject *fail);

/* Calls.c */

int initializeCalls(PyObject *module);

#endif
