package org.offloadtck.runtime;

import org.offloadtck.object.offload.KernelArguments;

/// What a program hands to `__tgt_target_kernel`, but for the device.
///
/// @param ident address of the construct's `ident_t`, for diagnostics; may be null
/// @param numTeams -1 for a construct without teams, 0 where the runtime chooses
/// @param threadLimit 0 where the runtime chooses
/// @param hostPointer of the target region
public record RegionCall(
        long ident, int numTeams, int threadLimit, long hostPointer, KernelArguments arguments) {}
