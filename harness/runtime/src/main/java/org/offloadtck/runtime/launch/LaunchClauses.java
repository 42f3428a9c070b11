package org.offloadtck.runtime.launch;

/// The clauses of a target construct and the trip count of its loop.
///
/// @param teams of `num_teams`; 0 for none
/// @param threadLimit of `thread_limit` or `num_threads`; 0 for none
/// @param tripCount iterations of the loop that the teams share; 0 if there is no loop or the
///   number is unknown
/// @param dynamicSharedMemoryBytes of `ompx_dyn_cgroup_mem`
public record LaunchClauses(
        int teams, int threadLimit, long tripCount, long dynamicSharedMemoryBytes) {

    /// No clause and no loop.
    public static final LaunchClauses NONE = new LaunchClauses(0, 0, 0, 0);

    /// The same clauses with at least `bytes` of dynamic shared memory.
    LaunchClauses withSharedMemory(long bytes) {
        return new LaunchClauses(
                teams, threadLimit, tripCount, Math.max(dynamicSharedMemoryBytes, bytes));
    }
}
