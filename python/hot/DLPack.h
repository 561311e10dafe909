/*===- DLPack.h - what is used of DLPack 1.3 --------------------*- C -*-===*/
#ifndef MCFUSER_PYTHON_DLPACK_H
#define MCFUSER_PYTHON_DLPACK_H

#include <stdint.h>

enum { dlCUDA = 2, dlCUDAManaged = 13 };

typedef struct {
  int32_t device_type;
  int32_t device_id;
} DLDevice;

typedef struct {
  uint8_t code, bits;
  uint16_t lanes;
} DLDataType;

typedef struct {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides;
  uint64_t byte_offset;
} DLTensor;

/* The C functions of a class of tensors, in a capsule `dlpack_exchange_api`. */
typedef struct {
  uint32_t major, minor;
  void *previous;
  void *allocate;
  void *from_python;
  void *to_python;
  int (*tensor_from_python)(void *object, DLTensor *result);
  int (*current_stream)(int32_t device_type, int32_t device_id, void **stream);
} DLPackExchangeAPI;

#endif
