package org.offloadtck.runtime.launch;

import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.LaunchSize.Dim3;
import org.offloadtck.runtime.image.ExecutionMode;
import org.offloadtck.runtime.image.KernelConfiguration;
import org.offloadtck.runtime.image.LoadedKernel;

/// The number of teams and of threads per team of a launch.
///
/// Requirements: KL-02, KL-03.
///
/// @see "LLVM 16, openmp/libomptarget/plugins-nextgen/common/PluginInterface/PluginInterface.cpp,
///   and LLVM 19, offload/plugins-nextgen/common/src/PluginInterface.cpp,
///   GenericKernelTy::getNumThreads, getNumBlocks"
final class LaunchGeometry {

    /// Default number of threads of a team.
    ///
    /// @see "LLVM 16, llvm/include/llvm/Frontend/OpenMP/OMPGridValues.h, NVPTXGridValues,
    ///   GV_Default_WG_Size"
    private static final int DEFAULT_THREADS = 128;

    /// Default upper limit of the number of teams; longer loops reuse teams.
    ///
    /// @see "same, GV_Default_Num_Teams"
    private static final long DEFAULT_TEAMS = 3200;

    /// Minimum number of threads per team when a short loop is spread over more teams.
    ///
    /// @see "LLVM 19, offload/plugins-nextgen/common/include/PluginInterface.h,
    ///   LIBOMPTARGET_MIN_THREADS_FOR_LOW_TRIP_COUNT"
    private static final long LOW_TRIP_COUNT_THREADS = 32;

    private final LoadedKernel kernel;
    private final DeviceDescription device;
    private final LaunchClauses clauses;

    private LaunchGeometry(LoadedKernel kernel, DeviceDescription device, LaunchClauses clauses) {
        this.kernel = kernel;
        this.device = device;
        this.clauses = clauses;
    }

    static LaunchSize of(LoadedKernel kernel, DeviceDescription device, LaunchClauses clauses) {
        return new LaunchGeometry(kernel, device, clauses).size();
    }

    private LaunchSize size() {
        long threads = threads();
        if (clauses.teams() == 0 && spreadsFewIterations()) {
            threads = threadsForFewIterations(threads);
        }
        long teams = clauses.teams() > 0 ? clauses.teams() : teams(threads);
        return new LaunchSize(
                new Dim3(Math.toIntExact(teams), 1, 1),
                new Dim3(Math.toIntExact(threads), 1, 1),
                clauses.dynamicSharedMemoryBytes());
    }

    private long threads() {
        long limit = clauses.threadLimit();
        if (limit > 0 && kernel.configuration().mode() == ExecutionMode.GENERIC) {
            limit += device.warpSize().orElse(0);
        }
        return Math.min(mostThreads(), limit > 0 ? limit : preferredThreads());
    }

    private long mostThreads() {
        long most = Math.min(device.maxGroupSize(), kernel.kernel().maxGroupSize());
        return kernel.configuration() instanceof KernelConfiguration.Environment environment
                        && environment.maxThreads() > 0
                ? Math.min(most, environment.maxThreads())
                : most;
    }

    private long preferredThreads() {
        return kernel.configuration() instanceof KernelConfiguration.Environment environment
                ? Math.max(DEFAULT_THREADS, environment.minThreads())
                : DEFAULT_THREADS;
    }

    /// The number of teams for the loop, at most the default number.
    private long teams(long threads) {
        if (clauses.tripCount() == 0) {
            return DEFAULT_TEAMS;
        }
        long wanted =
                switch (kernel.configuration().mode()) {
                    case SPMD -> teamsFor(clauses.tripCount(), threads);
                    case GENERIC, GENERIC_SPMD -> clauses.tripCount();
                };
        return Math.min(wanted, DEFAULT_TEAMS);
    }

    /// Whether a short loop gets more and smaller teams, as in editions with
    /// [KernelConfiguration.Environment].
    private boolean spreadsFewIterations() {
        return kernel.configuration() instanceof KernelConfiguration.Environment
                && kernel.configuration().mode() == ExecutionMode.SPMD
                && clauses.threadLimit() == 0
                && clauses.tripCount() > 0;
    }

    private long threadsForFewIterations(long threads) {
        long fewest = Math.min(LOW_TRIP_COUNT_THREADS, threads);
        if (clauses.tripCount() >= DEFAULT_TEAMS * threads) {
            return threads;
        }
        if (clauses.tripCount() < DEFAULT_TEAMS * fewest) {
            return fewest;
        }
        long perTeam = teamsFor(clauses.tripCount(), DEFAULT_TEAMS);
        return Math.min(threads, powerOfTwoAtLeast(perTeam));
    }

    /// `count` divided by `share`, rounded up; `count` is positive.
    private static long teamsFor(long count, long share) {
        return (count - 1) / share + 1;
    }

    private static long powerOfTwoAtLeast(long value) {
        long below = Long.highestOneBit(value);
        return below == value ? value : below << 1;
    }
}
