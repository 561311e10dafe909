/*===- MCFuser.h - the compiler as a library (C ABI) ------------------------===*\
|* C11, no MLIR or LLVM type. libMCFuserC.so has it, and mcfrt_* of              *|
|* MCFuser/Runtime/Runtime.h, which loads and launches kernels on its own.       *|
|*                                                                               *|
|* Errors. A function that can fail returns an mcf_status. What it found wrong   *|
|* is then text, mcf_last_error(), of the calling thread until the next call     *|
|* there that fails. What goes out through pointers is null or unchanged then.   *|
|* No call ends the process, throws, prints, or installs a signal handler; null  *|
|* arguments and values that no enum has are MCF_INVALID_ARGUMENT.               *|
|*                                                                               *|
|* Threads. Handles are independent: several threads may use several of them at  *|
|* once. One mcf_options or mcf_program is used by one thread at a time;         *|
|* mcf_launch may be called by many on one mcf_executable. A handle is destroyed *|
|* after all use. Null may be destroyed.                                         *|
|*                                                                               *|
|* Texts and arrays that a call hands out belong to the handle that was asked,   *|
|* and live as long as it does, unless it says otherwise. Texts are UTF-8 and    *|
|* end with a zero byte.                                                         *|
|*                                                                               *|
|* docs/CAPI.md says more, with an example.                                      *|
\*===------------------------------------------------------------------------===*/
#ifndef MCFUSER_C_MCFUSER_H
#define MCFUSER_C_MCFUSER_H

#include "MCFuser/Runtime/Runtime.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MCF_API __attribute__((visibility("default")))
#else
#define MCF_API
#endif

/*--- Version ----------------------------------------------------------------*/

/** The ABI that this header describes. A library of the same major number and of the same minor
   number or a later one has all of it. */
#define MCF_ABI_VERSION_MAJOR 1
#define MCF_ABI_VERSION_MINOR 0

/** The ABI of the library: major * 65536 + minor. */
MCF_API uint32_t mcf_abi_version(void);
/** Version of the library, such as "0.1.0", and of the LLVM in it. */
MCF_API const char *mcf_version(void);
MCF_API const char *mcf_llvm_version(void);

/*--- Status -----------------------------------------------------------------*/

typedef enum mcf_status {
  MCF_OK = 0,
  /** An argument is null, out of range, or no value of its enum. */
  MCF_INVALID_ARGUMENT = 1,
  /** An option has no such name, or cannot have such a value. */
  MCF_INVALID_OPTION = 2,
  /** The program cannot be read, or a pass refused it. The text has the diagnostics with line and
     column, and their notes, as mcfc prints them. */
  MCF_COMPILE_FAILED = 3,
  /** The program has no chain of contractions that may be one kernel, and what was asked for is
     made of kernels. The text has the remarks that say why. */
  MCF_NOTHING_FUSED = 4,
  /** An array does not fit the function: type, rank, size, stride. The text names the array, what
     was expected and what was given. */
  MCF_INVALID_ARRAY = 5,
  /** The function is not one launch of one kernel. The text says what else is in it. */
  MCF_NOT_LAUNCHABLE = 6,
  MCF_OUT_OF_MEMORY = 7,
  /** No CUDA driver library on this machine; a driver without such a device; a driver that is older
     than the kernels need. */
  MCF_NO_DRIVER = 8,
  MCF_NO_DEVICE = 9,
  MCF_DRIVER_TOO_OLD = 10,
  /** Any other failure on the device: the kernels were refused, a launch failed. */
  MCF_DEVICE_ERROR = 11,
  /** Something outside of the library is missing or failed, such as ptxas for a cubin. */
  MCF_UNAVAILABLE = 12,
  /** LLVM gave up, which is a fault of ours. A program that was in use can only be destroyed. */
  MCF_INTERNAL_ERROR = 13
} mcf_status;

/** A short text for a status ("unknown status" for what is none), never null. */
MCF_API const char *mcf_status_text(mcf_status status);
/** What went wrong in this thread's last call that failed; never null, empty before that. */
MCF_API const char *mcf_last_error(void);

/** Frees a text that a function says is the caller's. */
MCF_API void mcf_string_free(char *text);

/*--- Options ----------------------------------------------------------------*/

/** What a compile is told, by names and texts. Names are those of mcfc without the dashes before
   them. mcf_option_get_info lists them with their help:
   - device, gpu, arch, ptx-version, precision, opt-level: what to compile for;
   - tiling, tuning-record: a schedule that is given (tuning-record: IR text, not a file);
   - search, model, seed, search-time-limit, tune-for: how to search for one;
   - cache, cache-dir: results of tuning on disk, taken by mcf_compile, too (default: on);
   - measure, measure-count: for mcf_tune;
   - up-to: the last stage that mcf_compile makes. */
typedef struct mcf_options mcf_options;

typedef struct mcf_option_info {
  const char *name;
  /** What a value is: "text", "integer", "seconds", or the values that there are, such as
     "full|tf32". */
  const char *type;
  /** As mcf_options_set takes it; empty: not set. */
  const char *default_value;
  /** One line. */
  const char *help;
} mcf_option_info;

MCF_API size_t mcf_option_count(void);
/** The texts live as long as the library is loaded. */
MCF_API mcf_status mcf_option_get_info(size_t index, mcf_option_info *info);

MCF_API mcf_status mcf_options_create(mcf_options **options);
MCF_API void mcf_options_destroy(mcf_options *options);
/** Sets an option. What can be checked alone is checked here; the rest (an architecture that the
   device does not run) by mcf_compile. An empty value is the default. After an error the option is
   as it was. */
MCF_API mcf_status mcf_options_set(mcf_options *options, const char *name, const char *value);
/** The value as it was set, or the default. It lives until the option is set again. */
MCF_API mcf_status mcf_options_get(const mcf_options *options, const char *name,
                                   const char **value);

/*--- Devices ----------------------------------------------------------------*/

/** Devices that the option "device" knows by name. */
MCF_API size_t mcf_known_device_count(void);
/** Null for an index that is too large. Lives as long as the library is loaded. */
MCF_API const char *mcf_known_device_name(size_t index);
/** All numbers of a device as JSON, which the option "device" takes, too. `device` is a name, JSON,
   a file with JSON, or "native": GPU number `gpu` of this machine. The text is the caller's:
   mcf_string_free. */
MCF_API mcf_status mcf_describe_device(const char *device, int gpu, char **json);

/*--- Compiling --------------------------------------------------------------*/

/** A program: what it was, and what it became at every stage. */
typedef struct mcf_program mcf_program;

/** Compiles `size` bytes of MLIR text: linalg on tensors, or what became of it (the texts "chain",
   "schedule", "tile-program" and "nvvm"). `name` stands in diagnostics for a file's name (null:
   "input"). `options` may be null: all defaults. It is only read, and not needed afterwards.

   Passes run up to the option "up-to" (default "ptx"); later stages are made when they are asked
   for. A program in which nothing is fused compiles: mcf_program_get_info says so, and the text
   "remarks" why. */
MCF_API mcf_status mcf_compile(const mcf_options *options, const char *text, size_t size,
                               const char *name, mcf_program **program);
MCF_API void mcf_program_destroy(mcf_program *program);

/** How far a search is. */
typedef struct mcf_progress {
  /** "search" (candidates are priced by the model), "compile" or "measure" (some are tried on the
     device). Lives until the callback returns. */
  const char *phase;
  /** The chain that is searched, from 0, and how many there are. */
  size_t chain, chain_count;
  /** Candidates that are done in this phase, and of how many (0: not known). */
  uint64_t done, total;
  /** Candidates that did not compile, load or run, and were dropped. */
  uint64_t failed;
  /** Of the best candidate by the model; infinity if there is none yet. */
  double best_seconds;
  double elapsed_seconds;
} mcf_progress;

/** Called about ten times a second, by the thread that called mcf_tune. Returns 0 to go on; any
   other number stops the search, which keeps the best that it has. It must not throw, jump, or use
   the library. */
typedef int (*mcf_progress_callback)(const mcf_progress *progress, void *user);

/** mcf_compile with progress. With the option "measure" at "gpu" the best "measure-count"
   candidates by the model are measured on the device, and the fastest is taken; with
   "gpu-in-process" too, but in this process, which may have used CUDA before. A candidate that
   fails is dropped, and the text "tuning" says why. `callback` may be null.

   Stopped, or out of "search-time-limit", it is MCF_OK with the best that was found until then
   (mcf_program_info.stopped_early), or with the plain default tiling if that is nothing. The text
   "schedule" is a tuning record: given as the option "tuning-record" it spares the search. What was
   measured is kept in the cache of tuning results unless the option "cache" says otherwise. */
MCF_API mcf_status mcf_tune(const mcf_options *options, const char *text, size_t size,
                            const char *name, mcf_progress_callback callback, void *user,
                            mcf_program **program);

/*--- Looking inside ---------------------------------------------------------*/

typedef struct mcf_program_info {
  /** Functions that can be run: the public ones with a body. */
  size_t function_count;
  /** Chains that were fused, and kernels that they became. */
  size_t chain_count, kernel_count;
  /** What all searches took, and whether one of them was stopped or ran out of time. */
  double search_seconds;
  int stopped_early;
  /** The device that was compiled for, and the architecture of the PTX. */
  const char *device;
  const char *arch;
} mcf_program_info;

MCF_API mcf_status mcf_program_get_info(const mcf_program *program, mcf_program_info *info);

/** The texts that a program has. IR, by the names of mcfc --emit: "input", "chain", "schedule",
   "tile-program", "block-vectors", "gpu", "nvvm", "llvm"; code: "ptx", "plan" (the launch plan,
   JSON), "cubin" (bytes; needs ptxas); for a reader: "report", "remarks" (what was fused, what was
   not, and why); and "tuning" (what each search found, JSON). */
MCF_API size_t mcf_text_count(void);
/** Null for an index that is too large. They live as long as the library is loaded. */
MCF_API const char *mcf_text_name(size_t index);
MCF_API const char *mcf_text_help(size_t index);

/** A text of the program, made at the first call. Its size does not count the zero byte behind it;
   `size` may be null. "report", "remarks" and "tuning" may say more after later stages were made;
   what was handed out before stays as it is. */
MCF_API mcf_status mcf_program_get_text(mcf_program *program, const char *name, const char **text,
                                        size_t *size);

/** Name of a kernel in the PTX, and its launch plan alone: JSON for mcfrt_plan_parse. Makes the PTX
   if it is not there yet. Either pointer may be null. */
MCF_API mcf_status mcf_program_get_kernel(mcf_program *program, size_t kernel, const char **name,
                                          const char **plan);

/*--- Functions --------------------------------------------------------------*/

typedef enum mcf_type {
  /** Of a value that no mcf_array can be. */
  MCF_NO_TYPE = 0,
  MCF_F64 = 1,
  MCF_F32 = 2,
  MCF_F16 = 3,
  MCF_BF16 = 4,
  MCF_F8E4M3FN = 5,
  MCF_F8E5M2 = 6,
  /** A byte that is 0 or 1. */
  MCF_I1 = 7,
  MCF_I8 = 8,
  MCF_I16 = 9,
  MCF_I32 = 10,
  MCF_I64 = 11,
  /** 64 bits, as MCF_I64, which is taken for it. */
  MCF_INDEX = 12
} mcf_type;

/** As MLIR spells it, "f16"; null for what is no type. */
MCF_API const char *mcf_type_name(mcf_type type);
/** Bytes of an element; 0 for what is no type. */
MCF_API size_t mcf_type_bytes(mcf_type type);

/** A size or a stride that is known at run time only. */
#define MCF_DYNAMIC_SIZE ((int64_t)-1)
#define MCF_DYNAMIC_STRIDE INT64_MIN

typedef struct mcf_function_info {
  const char *name;
  /** Inputs are the arguments that are read. Outputs are the results and, behind them, arguments
     that are memrefs and written. */
  size_t input_count, output_count;
  /** Launches of kernels in the function. */
  size_t kernel_count;
  /** 1 if the function is one launch of one kernel and nothing else: mcf_launch runs it. */
  int is_launchable;
  /** Why it is not; empty if it is. */
  const char *not_launchable_because;
} mcf_function_info;

typedef struct mcf_value_info {
  /** MCF_NO_TYPE if no mcf_array can be it: a function with such a value cannot be run. */
  mcf_type type;
  /** 1: a number and no array. Its rank is 0, and `data` of its mcf_array is on the host. */
  int is_scalar;
  size_t rank;
  /** MCF_DYNAMIC_SIZE where it is given at run time. */
  const int64_t *sizes;
  /** What strides mcf_launch takes, in elements; null: dense and row-major; MCF_DYNAMIC_STRIDE:
     any. On the CPU all strides do. */
  const int64_t *strides;
  /** As MLIR spells the type: "tensor<?x64xf16>". */
  const char *text;
} mcf_value_info;

MCF_API mcf_status mcf_program_get_function(const mcf_program *program, size_t function,
                                            mcf_function_info *info);
/** The number of the function of this name. The error lists the names that there are. */
MCF_API mcf_status mcf_program_find_function(const mcf_program *program, const char *name,
                                             size_t *function);
MCF_API mcf_status mcf_program_get_input(const mcf_program *program, size_t function, size_t input,
                                         mcf_value_info *info);
MCF_API mcf_status mcf_program_get_output(const mcf_program *program, size_t function,
                                          size_t output, mcf_value_info *info);

/*--- Running ----------------------------------------------------------------*/

/** An array of the caller, with the fields that a DLTensor has. */
typedef struct mcf_array {
  /** Address of the first element. May be null if there are no elements. */
  void *data;
  mcf_type type;
  size_t rank;
  /** Null if `rank` is 0. */
  const int64_t *sizes;
  /** In elements; null: dense and row-major. May be 0 or negative in what is read. */
  const int64_t *strides;
} mcf_array;

/** The sizes of an output for these inputs; `rank` is that of the output, for a check. Elements of
   arrays are not read, only numbers (their `data`) and sizes. Sizes that the program does not allow
   are an error. */
MCF_API mcf_status mcf_program_get_output_sizes(mcf_program *program, size_t function,
                                                const mcf_array *inputs, size_t input_count,
                                                size_t output, int64_t *sizes, size_t rank);

typedef enum mcf_where {
  /** The fused program on the CPU, tile by tile: slow, and right. */
  MCF_FUSED_ON_CPU = 0,
  /** The program as it was, on the CPU. Not for programs that were past linalg. */
  MCF_UNFUSED_ON_CPU = 1,
  /** Kernels on the device of the option "gpu", what stands around them on the CPU. Operands travel
     at each launch: for checks, not for speed. */
  MCF_FUSED_ON_GPU = 2
} mcf_where;

/** Runs a function over arrays in host memory. Every element of the outputs is written once the
   function is done; they may be inputs, too. After an error outputs are as they were. */
MCF_API mcf_status mcf_program_run(mcf_program *program, size_t function, mcf_where where,
                                   const mcf_array *inputs, size_t input_count,
                                   const mcf_array *outputs, size_t output_count);

/*--- Launching --------------------------------------------------------------*/

/** The kernels of a program, loaded on a device. It does not need the program any more. */
typedef struct mcf_executable mcf_executable;

/** Opens device `gpu` and loads the kernels on it (its primary context, as frameworks use it).
   Makes the PTX if it is not there yet. */
MCF_API mcf_status mcf_load(mcf_program *program, int gpu, mcf_executable **executable);
MCF_API void mcf_executable_destroy(mcf_executable *executable);

/** Launches a function (by its number in the program) on arrays in device memory, and does not
   wait. `stream` is a CUstream of that device's primary context (null: the default stream). Fails
   with MCF_NOT_LAUNCHABLE for a function that is not one launch of one kernel. Inputs and outputs
   stand as in the program; sizes, strides and types are checked. A CUDA graph may capture it. */
MCF_API mcf_status mcf_launch(mcf_executable *executable, size_t function, const mcf_array *inputs,
                              size_t input_count, const mcf_array *outputs, size_t output_count,
                              void *stream);

/** Waits for all work on the device. */
MCF_API mcf_status mcf_synchronize(mcf_executable *executable);

/** What mcfrt_* calls it, for what the functions above do not do, such as single kernels of a
   function that is not one launch. They belong to the executable. Pointers may be null. */
MCF_API mcf_status mcf_executable_get_runtime(mcf_executable *executable, mcfrt_device **device,
                                              mcfrt_module **module, mcfrt_plan **plan);

#ifdef __cplusplus
}
#endif

#endif
