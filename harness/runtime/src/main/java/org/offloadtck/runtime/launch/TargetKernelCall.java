package org.offloadtck.runtime.launch;

import org.offloadtck.object.offload.abi.KernelArguments;

/// What a program hands to `__tgt_target_kernel`, but for the device.
///
/// @param ident address of the construct's `ident_t`, for diagnostics; may be null
/// @param numTeams -1 for a construct without teams, 0 where the runtime chooses
/// @param threadLimit 0 where the runtime chooses
/// @param hostPointer of the target region
public record TargetKernelCall(
        long ident, int numTeams, int threadLimit, long hostPointer, KernelArguments arguments) {

    /// The same call, with its arguments written at host address `place`.
    public Unread unread(long place) {
        return new Unread(ident, numTeams, threadLimit, hostPointer, place);
    }

    /// A call as it arrives.
    ///
    /// @param arguments address of a `KernelArgsTy`, whose first field says of which version it is
    public record Unread(
            long ident, int numTeams, int threadLimit, long hostPointer, long arguments) {

        public TargetKernelCall with(KernelArguments read) {
            return new TargetKernelCall(ident, numTeams, threadLimit, hostPointer, read);
        }
    }
}
