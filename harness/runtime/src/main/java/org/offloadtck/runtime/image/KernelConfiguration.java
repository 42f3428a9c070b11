package org.offloadtck.runtime.image;

/// What an image says of one of its kernels.
public sealed interface KernelConfiguration {

    ExecutionMode mode();

    /// A kernel without a device runtime: OpenCL C, or an image that says nothing. All threads run
    /// it; it has no implicit argument.
    record Plain() implements KernelConfiguration {
        @Override
        public ExecutionMode mode() {
            return ExecutionMode.SPMD;
        }
    }

    /// A kernel of [DeviceAbi#D19] or later that runs without a device runtime's help, of a
    /// construct with `ompx_bare`: all threads run it; it has the implicit argument all the same.
    ///
    /// @see "executed: clang 19.1.7 on ompx_bare: no kernel environment, dyn_ptr first"
    record Bare() implements KernelConfiguration {
        @Override
        public ExecutionMode mode() {
            return ExecutionMode.SPMD;
        }
    }

    /// A kernel of [DeviceAbi#D16].
    record Marked(ExecutionMode mode) implements KernelConfiguration {}

    /// A kernel of [DeviceAbi#D19] or later.
    ///
    /// @param minThreads fewest threads of a team; not positive for no wish
    /// @param maxThreads most threads of a team; not positive for no limit
    /// @param reductionDataSize bytes of one team's reduction data; 0 without a cross-team
    ///   reduction
    /// @param reductionBufferLength teams the reduction buffer has room for
    /// @see "LLVM 19, offload/include/Shared/Environment.h, ConfigurationEnvironmentTy"
    record Environment(
            ExecutionMode mode,
            int minThreads,
            int maxThreads,
            int reductionDataSize,
            int reductionBufferLength)
            implements KernelConfiguration {

        /// Size of the buffer the teams reduce through, in bytes.
        public long reductionBufferSize() {
            return (long) reductionDataSize * reductionBufferLength;
        }
    }
}
