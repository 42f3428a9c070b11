/// The emulated CUDA driver: unmodified executables on the simulated GPU.
///
/// A program finds the kit's `libcuda.so` by `LD_LIBRARY_PATH`. The library is a client, written in
/// C (`src/main/c`): it sends each call to the device server, a process that runs the simulator.
/// [EmulatedDriver] answers the calls: it opens a session for each process and assembles the
/// handlers of all driver functions ([DriverFunctionHandlers]). CUDA programs find a `libcudart.so`
/// of the kit (`src/main/c/cudart`), which calls the driver's functions, and a `libcublas.so`, a
/// `libcufft.so`, a `libcusparse.so`, a `libcusolver.so`, a `libcurand.so`, a `libcudnn.so` and a
/// `libnccl.so` (`src/main/c/cublas` and so on), which launch kernels of their own. Programs that
/// query devices find a `libnvidia-ml.so` (`src/main/c/nvml`). `src/main/c/preload` replaces
/// libraries of NVIDIA that a program brings along. Other modules add services for other client
/// libraries ([ClientServiceFactory]).
///
/// The rule: results, error codes and limits are those of the documentation of the CUDA driver API
/// 12.6.
///
/// Start at [EmulatedDriver]; then [org.offloadtck.emulation.session] and
/// [org.offloadtck.emulation.server].
@NullMarked
package org.offloadtck.emulation;

import org.jspecify.annotations.NullMarked;
