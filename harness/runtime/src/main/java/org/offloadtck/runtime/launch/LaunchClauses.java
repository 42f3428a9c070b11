package org.offloadtck.runtime.launch;

/// What a target construct's clauses and loop ask of its launch.
///
/// @param teams of `num_teams`; 0 for none
/// @param threadLimit of `thread_limit` or `num_threads`; 0 for none
/// @param tripCount iterations of the loop that the teams share; 0 if there is none or it is not
///   known
/// @param dynamicSharedMemoryBytes of `ompx_dyn_cgroup_mem`
public record LaunchClauses(
        int teams, int threadLimit, long tripCount, long dynamicSharedMemoryBytes) {

    /// No clause, no loop.
    public static final LaunchClauses NONE = new LaunchClauses(0, 0, 0, 0);
}
