package org.offloadtck.runtime.image;

/// What an image states about one of its kernels.
///
/// Requirements: KL-08, KL-14.
public sealed interface KernelConfiguration {

    ExecutionMode mode();

    /// A kernel without a device runtime: OpenCL C, or an image that states nothing. All threads
    /// execute it; it has no implicit argument.
    record Plain() implements KernelConfiguration {
        @Override
        public ExecutionMode mode() {
            return ExecutionMode.SPMD;
        }
    }

    /// A kernel of [DeviceAbi#D19][org.offloadtck.object.profile.runtime.DeviceAbi#D19] or later of
    /// a construct with `ompx_bare`. All threads execute it, without a device runtime; it has the
    /// implicit argument nevertheless.
    ///
    /// @see "executed: clang 19.1.7 on ompx_bare: no kernel environment, dyn_ptr first"
    record Bare() implements KernelConfiguration {
        @Override
        public ExecutionMode mode() {
            return ExecutionMode.SPMD;
        }
    }

    /// A kernel of [DeviceAbi#D16][org.offloadtck.object.profile.runtime.DeviceAbi#D16].
    record Marked(ExecutionMode mode) implements KernelConfiguration {}

    /// A kernel of [DeviceAbi#D19][org.offloadtck.object.profile.runtime.DeviceAbi#D19] or later.
    ///
    /// @param minThreads minimum number of threads of a team; not positive for none
    /// @param maxThreads maximum number of threads of a team; not positive for none
    /// @param reductionDataSize bytes of one team's reduction data; 0 without a cross-team
    ///   reduction
    /// @param reductionBufferLength number of teams for which the reduction buffer has space
    /// @see "LLVM 19, offload/include/Shared/Environment.h, ConfigurationEnvironmentTy"
    record Environment(
            ExecutionMode mode,
            int minThreads,
            int maxThreads,
            int reductionDataSize,
            int reductionBufferLength)
            implements KernelConfiguration {

        /// Size in bytes of the buffer through which the teams reduce.
        public long reductionBufferSize() {
            return (long) reductionDataSize * reductionBufferLength;
        }
    }
}
