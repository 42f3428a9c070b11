package org.offloadtck.runtime.launch;

import org.offloadtck.object.offload.abi.KernelArguments;
import org.offloadtck.object.offload.abi.KernelArguments.Extent;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// Reads the clauses of a launch from the parameters of `__tgt_target_kernel` and from its
/// `KernelArgsTy`, which repeats them from version 2 on.
///
/// @see "LLVM 16, openmp/libomptarget/src/interface.cpp, __tgt_target_kernel"
public record LaunchClauseReader(String source, long hostPointer) {

    private static final int NO_TEAMS = -1;
    private static final int FIRST_WITH_EXTENTS = 2;

    public LaunchClauses read(int numTeams, int threadLimit, KernelArguments arguments) {
        boolean hasExtents = arguments.version() >= FIRST_WITH_EXTENTS;
        long teams = hasExtents ? oneDimensional("teams", arguments.teams()) : numTeams;
        long threads =
                hasExtents
                        ? oneDimensional("threads", arguments.threadLimit())
                        : Math.max(0, threadLimit);
        if (arguments.tripCount() < 0) {
            throw broken("trip count is " + Long.toUnsignedString(arguments.tripCount()));
        }
        return new LaunchClauses(
                numTeams == NO_TEAMS ? 1 : clamped(teams),
                clamped(threads),
                arguments.tripCount(),
                arguments.dynamicMemory());
    }

    private long oneDimensional(String what, Extent extent) {
        if (extent.y() > 1 || extent.z() > 1) {
            throw broken(
                    "%s are %d×%d×%d when target regions have one dimension"
                            .formatted(what, extent.x(), extent.y(), extent.z()));
        }
        return extent.x();
    }

    /// Limits a number to the range of `int`; no device supports larger ones.
    private static int clamped(long value) {
        return (int) Math.min(value, Integer.MAX_VALUE);
    }

    private OffloadException broken(String problem) {
        return new OffloadException(source, hostPointer, RuntimeRule.MAP_ARGUMENT, problem);
    }
}
