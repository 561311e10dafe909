/*===- Runtime.h - loads and launches kernels on a GPU (C ABI) --------------===*\
|* The CUDA driver is opened when a device is opened, never at link time: a      *|
|* program that links this runs where there is no driver, and gets a status.     *|
|*                                                                               *|
|* Every function returns a status. On failure mcfrt_last_error() says more, for *|
|* the calling thread, until its next call that fails. Handles may be used from  *|
|* several threads, but destroyed by one, after all use.                         *|
|*                                                                               *|
|* Environment: MCF_CUDA_DRIVER (path, default "libcuda.so.1") names the driver  *|
|* library to open. It does not change results.                                  *|
\*===------------------------------------------------------------------------===*/
#ifndef MCFUSER_RUNTIME_RUNTIME_H
#define MCFUSER_RUNTIME_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mcfrt_status {
  MCFRT_OK = 0,
  /** No CUDA driver library on this machine. */
  MCFRT_NO_DRIVER = 1,
  /** A driver, but no device (of that number). */
  MCFRT_NO_DEVICE = 2,
  /** The driver is older than the kernels need (CUDA 12.0). */
  MCFRT_DRIVER_TOO_OLD = 3,
  /** An argument is null, out of range, or does not fit the launch plan. */
  MCFRT_INVALID_ARGUMENT = 4,
  /** The text is not a launch plan. */
  MCFRT_INVALID_PLAN = 5,
  MCFRT_OUT_OF_MEMORY = 6,
  /** The driver refused the PTX or cubin. */
  MCFRT_INVALID_IMAGE = 7,
  /** The module has no kernel of that name. */
  MCFRT_NOT_FOUND = 8,
  /** A launch failed, or an earlier one did and this call saw it. */
  MCFRT_LAUNCH_FAILED = 9,
  /** Any other failure that the driver reports. */
  MCFRT_DRIVER_ERROR = 10
} mcfrt_status;

/** A short text for a status, never null. */
const char *mcfrt_status_text(mcfrt_status status);
/** What went wrong in this thread's last call that failed. */
const char *mcfrt_last_error(void);

typedef struct mcfrt_device mcfrt_device;
typedef struct mcfrt_module mcfrt_module;
typedef struct mcfrt_kernel mcfrt_kernel;
typedef struct mcfrt_stream mcfrt_stream;
typedef struct mcfrt_event mcfrt_event;
typedef struct mcfrt_graph mcfrt_graph;
typedef struct mcfrt_plan mcfrt_plan;
/** An address in device memory. */
typedef uint64_t mcfrt_pointer;

/*--- Device -----------------------------------------------------------------*/

typedef struct mcfrt_device_info {
  char name[128];
  /** Compute capability: 9 and 0 for an H200. */
  int major, minor;
  int multiprocessors;
  /** Most workgroup (shared) memory that one block may ask for. */
  int workgroup_bytes_per_block;
  /** CUDA version of the driver: 12040 for 12.4. */
  int driver_version;
  uint64_t memory_bytes;
  /* The rest is 0 where the driver does not say it. */
  int workgroup_bytes_per_multiprocessor;
  /** Workgroup memory that the driver takes of each resident block. */
  int workgroup_bytes_reserved_per_block;
  int registers_per_multiprocessor;
  int max_threads_per_block;
  int max_threads_per_multiprocessor;
  int max_blocks_per_multiprocessor;
  int l2_bytes;
  /** Boost clock. */
  int clock_khz;
  /** Data moves on both edges of this clock. */
  int memory_clock_khz;
  int memory_bus_bits;
  /** 1 if blocks can form clusters. */
  int has_clusters;
} mcfrt_device_info;

/** Opens the driver and device `ordinal` (its primary context). */
mcfrt_status mcfrt_device_open(int ordinal, mcfrt_device **device);
void mcfrt_device_close(mcfrt_device *device);
mcfrt_status mcfrt_device_get_info(mcfrt_device *device, mcfrt_device_info *info);
/** Waits for everything on the device. */
mcfrt_status mcfrt_device_synchronize(mcfrt_device *device);

/*--- Memory -----------------------------------------------------------------*/

mcfrt_status mcfrt_memory_alloc(mcfrt_device *device, size_t bytes, mcfrt_pointer *pointer);
mcfrt_status mcfrt_memory_free(mcfrt_device *device, mcfrt_pointer pointer);
/** Copies wait for all launches before them. */
mcfrt_status mcfrt_copy_to_device(mcfrt_device *device, mcfrt_pointer to, const void *from,
                                  size_t bytes);
mcfrt_status mcfrt_copy_to_host(mcfrt_device *device, void *to, mcfrt_pointer from, size_t bytes);
mcfrt_status mcfrt_memory_fill(mcfrt_device *device, mcfrt_pointer to, uint8_t value, size_t bytes);

/*--- Modules and kernels ----------------------------------------------------*/

/** Loads PTX text or a cubin of `size` bytes. */
mcfrt_status mcfrt_module_load(mcfrt_device *device, const void *image, size_t size,
                               mcfrt_module **module);
void mcfrt_module_unload(mcfrt_module *module);
/** The kernel belongs to the module. */
mcfrt_status mcfrt_module_get_kernel(mcfrt_module *module, const char *name, mcfrt_kernel **kernel);

typedef struct mcfrt_kernel_info {
  int registers_per_thread;
  /** Bytes of local memory a thread: more than 0 mostly means spilled registers. */
  int local_bytes_per_thread;
  int static_workgroup_bytes;
  int max_threads_per_block;
} mcfrt_kernel_info;
mcfrt_status mcfrt_kernel_get_info(mcfrt_kernel *kernel, mcfrt_kernel_info *info);

/** Launches on a stream (null: the default stream) and does not wait. `parameters` holds the
   address of each parameter's value: of an mcfrt_pointer for an array, of the value for a scalar.
 */
mcfrt_status mcfrt_kernel_launch(mcfrt_kernel *kernel, const uint32_t grid[3],
                                 const uint32_t block[3], uint32_t dynamic_workgroup_bytes,
                                 const void *const *parameters, size_t parameter_count,
                                 mcfrt_stream *stream);

/** A kernel whose plan says `programmatic` waits by itself for those before it in the stream.
   Launched by its plan it may start while they still run, where the driver is of CUDA 12.3 or
   later; all stays as if they ran one after the other. With `allowed` 0 it is launched as any other
   from here on, with 1 (as at first) so again. Launches by mcfrt_kernel_launch are never such. */
mcfrt_status mcfrt_kernel_set_programmatic(mcfrt_kernel *kernel, int allowed);

/*--- Streams and events -----------------------------------------------------*/

mcfrt_status mcfrt_stream_create(mcfrt_device *device, mcfrt_stream **stream);
/** A handle for a stream that the caller has, such as a framework's current one: `native` is its
   CUstream (null: the default stream). To destroy the handle leaves the stream as it is. */
mcfrt_status mcfrt_stream_wrap(mcfrt_device *device, void *native, mcfrt_stream **stream);
void mcfrt_stream_destroy(mcfrt_stream *stream);
mcfrt_status mcfrt_stream_synchronize(mcfrt_stream *stream);
mcfrt_status mcfrt_event_create(mcfrt_device *device, mcfrt_event **event);
void mcfrt_event_destroy(mcfrt_event *event);
mcfrt_status mcfrt_event_record(mcfrt_event *event, mcfrt_stream *stream);
/** Waits for `stop`; the time between the two, in nanoseconds. */
mcfrt_status mcfrt_event_elapsed(mcfrt_event *start, mcfrt_event *stop, double *elapsed_ns);

/*--- Graphs -----------------------------------------------------------------*/

/** From here on launches on the stream are recorded and not run. Copies and waits are refused until
   the capture ends. */
mcfrt_status mcfrt_capture_begin(mcfrt_stream *stream);
/** Ends the capture; the graph runs what was recorded, in its order, without the host. */
mcfrt_status mcfrt_capture_end(mcfrt_stream *stream, mcfrt_graph **graph);
mcfrt_status mcfrt_graph_launch(mcfrt_graph *graph, mcfrt_stream *stream);
void mcfrt_graph_destroy(mcfrt_graph *graph);

/*--- Launch plans -----------------------------------------------------------*/

typedef enum mcfrt_access {
  /** An array that is only read. */
  MCFRT_ACCESS_READ = 0,
  /** An array that is written whole and never read. */
  MCFRT_ACCESS_WRITE = 1,
  /** A scalar, passed by value. */
  MCFRT_ACCESS_VALUE = 2
} mcfrt_access;

/** A size or a stride that is given at launch. */
#define MCFRT_DYNAMIC INT64_MIN

typedef struct mcfrt_launch_info {
  const char *name;
  /** All 0 if the grid depends on sizes that are given at launch. */
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t dynamic_workgroup_bytes;
  size_t operand_count;
} mcfrt_launch_info;

typedef struct mcfrt_operand_info {
  /** As MLIR spells it: "f16", "bf16", "f32", ... */
  const char *element_type;
  size_t rank;
  const int64_t *shape;
  mcfrt_access access;
  /** From the first element to the end of the last one; 0 if that depends on the launch. */
  size_t bytes;
  /** In elements; null: dense and row-major. */
  const int64_t *strides;
} mcfrt_operand_info;

/** An operand of a launch; a DLTensor has the same fields. An array with `data`, `rank`, `shape`
   and `strides` (in elements; null: dense and row-major), or a scalar with `value`. */
typedef struct mcfrt_tensor {
  /** Address of the first element. */
  mcfrt_pointer data;
  size_t rank;
  const int64_t *shape;
  const int64_t *strides;
  /** As MLIR spells it; null: not checked. */
  const char *element_type;
  /** Address of a scalar on the host; null for an array. */
  const void *value;
} mcfrt_tensor;

/** Reads a launch plan, the JSON that stands beside the PTX. */
mcfrt_status mcfrt_plan_parse(const char *json, size_t size, mcfrt_plan **plan);
void mcfrt_plan_destroy(mcfrt_plan *plan);
size_t mcfrt_plan_get_kernel_count(const mcfrt_plan *plan);
/** The texts and arrays in `info` live as long as the plan. */
mcfrt_status mcfrt_plan_get_launch(const mcfrt_plan *plan, size_t kernel, mcfrt_launch_info *info);
mcfrt_status mcfrt_plan_get_operand(const mcfrt_plan *plan, size_t kernel, size_t operand,
                                    mcfrt_operand_info *info);
/** Looks kernel number `kernel` up in the module and launches it as the plan says. `parameters` as
   in mcfrt_kernel_launch, one for each operand of the plan; tensor maps are made of them. Only for
   plans that give all sizes and strides. */
mcfrt_status mcfrt_plan_launch(const mcfrt_plan *plan, size_t kernel, mcfrt_module *module,
                               const void *const *parameters, size_t parameter_count,
                               mcfrt_stream *stream);
/** The same for any plan: checks the operands against the plan (types, sizes, strides, and that
   elements of an array that is written are apart), and finds the grid and the parameters. A grid
   without blocks launches nothing and is a success. Tensor maps are encoded here, and kept for the
   next launch on the same arrays; the launch copies them, so that graphs may hold it. Operands that
   are written must not overlap others; only those that start at the same address are refused. */
mcfrt_status mcfrt_plan_launch_tensors(const mcfrt_plan *plan, size_t kernel, mcfrt_module *module,
                                       const mcfrt_tensor *operands, size_t operand_count,
                                       mcfrt_stream *stream);

#ifdef __cplusplus
}
#endif

#endif
