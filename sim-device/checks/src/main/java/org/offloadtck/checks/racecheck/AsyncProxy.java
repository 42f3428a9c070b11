package org.offloadtck.checks.racecheck;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.offloadtck.checks.racecheck.PendingCopies.Conflict;
import org.offloadtck.checks.racecheck.PendingCopies.CopyRanges;
import org.offloadtck.checks.racecheck.PendingCopies.Issuer;
import org.offloadtck.checks.racecheck.PendingCopies.Ranges;
import org.offloadtck.checks.racecheck.PendingCopies.Use;
import org.offloadtck.checks.racecheck.PendingTensorOperations.Operation;
import org.offloadtck.checks.shadow.AccessRenumbering;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.BulkTransfer.Effect;
import org.offloadtck.engine.memory.BulkTransfer.Range;
import org.offloadtck.engine.memory.SharedWindow;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.TensorMemoryUse;

/// The async proxy as a CTA sees it: the pending bulk copies and operations of tensor cores of its
/// cluster, its own pending matrix products, and its fences between the proxies. Addresses of
/// shared memory are those of the CTA and name no rank.
final class AsyncProxy {

    private final Cta cta;
    private final PendingCopies copies;
    private final PendingTensorOperations operations;
    private final PendingProducts products = new PendingProducts();
    private int lastFence;

    /// What a copy writes.
    record Target(List<Range> ranges, Effect effect) {

        Target {
            ranges = List.copyOf(ranges);
        }
    }

    /// What is pending in a cluster.
    record Pending(PendingCopies copies, PendingTensorOperations operations) {

        /// Nothing.
        ///
        /// @param ctas of the cluster
        static Pending of(int ctas) {
            return new Pending(new PendingCopies(ctas), new PendingTensorOperations(ctas));
        }
    }

    /// @param pending of the cluster of the CTA
    AsyncProxy(Cta cta, Pending pending) {
        this.cta = cta;
        this.copies = pending.copies();
        this.operations = pending.operations();
    }

    /// A CTA starts, and with it the others of its cluster.
    void begin() {
        copies.clear();
        operations.clear();
        products.begin();
        lastFence = 0;
    }

    boolean hasPending() {
        return !copies.isEmpty() || !operations.isEmpty() || !products.isEmpty();
    }

    /// A thread of the CTA issues a copy.
    ///
    /// @param source in the shared memory of the CTA, if in shared memory
    /// @param target in the shared memory of the CTA of `of`, if in shared memory
    void issue(Issuer issuer, int pc, List<Range> source, AsyncProxy of, Target target) {
        var ranges = new Ranges(ofCluster(source), of.ofCluster(target.ranges()), target.effect());
        copies.add(issuer, pc, ranges);
    }

    /// A thread of the cluster issues an asynchronous store to the shared memory of the CTA.
    void issue(Issuer issuer, int pc, Range target, Effect effect) {
        var nothing = CopyRanges.of(List.of());
        copies.add(issuer, pc, new Ranges(nothing, ofCluster(List.of(target)), effect));
    }

    /// The tensor core reads a matrix in shared memory for a thread of the CTA.
    ///
    /// @param factors in the shared memory of the CTA, or of the one whose rank an address names
    void issueRead(Issuer issuer, int pc, List<Range> factors) {
        var source =
                factors.stream()
                        .map(each -> SharedWindow.isMapped(each.address()) ? each : ofCluster(each))
                        .sorted(Comparator.comparingLong(Range::address))
                        .toList();
        var cells = new TensorMemoryUse(List.of(), List.of());
        operations.add(new Operation(issuer, pc, CopyRanges.of(source), cells));
    }

    /// The tensor core uses tensor memory for a thread of the CTA.
    ///
    /// @param cells of the CTA or its partner
    void issueUse(Issuer issuer, int pc, TensorMemoryUse cells) {
        operations.add(new Operation(issuer, pc, CopyRanges.of(List.of()), cells));
    }

    /// A thread of the cluster commits its operations to an `mbarrier` of the CTA.
    void commitOperations(Issuer issuer, long mbarrier) {
        operations.commit(issuer, ofCluster(mbarrier));
    }

    /// The operations of tensor cores that are pending.
    PendingTensorOperations operations() {
        return operations;
    }

    /// The bytes of the last copy of a thread of the cluster are transactions of an `mbarrier` of
    /// the CTA.
    ///
    /// @param copyPc program counter of the copy
    void count(Issuer issuer, int copyPc, long mbarrier) {
        copies.count(issuer, copyPc, ofCluster(mbarrier));
    }

    /// The current phase of an `mbarrier` of the CTA completes.
    void complete(long mbarrier) {
        copies.complete(ofCluster(mbarrier));
        operations.complete(ofCluster(mbarrier));
    }

    /// A thread tests the phase of an `mbarrier` of the CTA.
    void test(long mbarrier) {
        copies.test(ofCluster(mbarrier));
        operations.test(ofCluster(mbarrier));
    }

    /// The bulk groups of the cluster.
    PendingCopies groups() {
        return copies;
    }

    /// The pending copy or product that an access to memory of the CTA conflicts with.
    Optional<Conflict> conflict(Range range, Use use) {
        var found = copies.conflict(ofCluster(range), use);
        if (found.isPresent() || use == Use.READS) {
            return found;
        }
        return products.conflict(range).or(() -> operations.conflict(ofCluster(range)));
    }

    /// The matrix products that are pending.
    PendingProducts products() {
        return products;
    }

    private CopyRanges ofCluster(List<Range> ranges) {
        return CopyRanges.of(ranges.stream().map(this::ofCluster).toList());
    }

    private Range ofCluster(Range range) {
        return new Range(ofCluster(range.address()), range.bytes());
    }

    /// The address by which the whole cluster knows a place.
    private long ofCluster(long address) {
        return AddressSpace.window(address) == AddressSpace.SHARED
                ? SharedWindow.map(address, cta.clusterRank())
                : address;
    }

    /// A thread executes `fence.proxy.async` for shared memory.
    ///
    /// @param last number of the last access so far
    void fence(int last) {
        lastFence = last;
    }

    /// The last access before the last `fence.proxy.async` of a thread of the CTA.
    int lastFence() {
        return lastFence;
    }

    void renumber(AccessRenumbering by) {
        lastFence = by.of(lastFence);
    }
}
