package org.offloadtck.runtime.launch;

import org.offloadtck.object.offload.abi.KernelArguments;

/// The parameters of `__tgt_target_kernel`, except for the device.
///
/// @param ident address of the construct's `ident_t`, for diagnostics; may be null
/// @param numTeams -1 for a construct without teams, 0 if the runtime chooses
/// @param threadLimit 0 if the runtime chooses
/// @param hostPointer of the target region
public record TargetKernelCall(
        long ident, int numTeams, int threadLimit, long hostPointer, KernelArguments arguments) {

    /// The same call with its arguments at host address `place`.
    public Unread unread(long place) {
        return new Unread(ident, numTeams, threadLimit, hostPointer, place);
    }

    /// A call whose `KernelArgsTy` is in host memory.
    ///
    /// @param arguments address of the `KernelArgsTy`, whose first field is its version
    public record Unread(
            long ident, int numTeams, int threadLimit, long hostPointer, long arguments) {

        public TargetKernelCall with(KernelArguments read) {
            return new TargetKernelCall(ident, numTeams, threadLimit, hostPointer, read);
        }
    }
}
