package org.offloadtck.launch.profile;

/// Accesses of one kind.
///
/// @param requests accesses of warps
/// @param transactions sectors of 32 bytes that they touched; of shared memory, passes: accesses of
///   all banks
/// @param least transactions that the bytes of their threads need: coalesced, without bank
///   conflicts; of local memory, as many as there were
public record AccessCount(long requests, long transactions, long least) {

    static final AccessCount NONE = new AccessCount(0, 0, 0);

    AccessCount plus(AccessCount other) {
        return new AccessCount(
                requests + other.requests, transactions + other.transactions, least + other.least);
    }

    /// Transactions beyond the least.
    public long excessive() {
        return transactions - least;
    }

    /// The part of the transactions that are excessive, of 1; 0 if there are none.
    public double excessiveShare() {
        return transactions == 0 ? 0 : (double) excessive() / transactions;
    }
}
