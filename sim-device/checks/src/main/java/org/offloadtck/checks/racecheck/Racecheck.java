package org.offloadtck.checks.racecheck;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.happensbefore.BarrierArrival;
import org.offloadtck.checks.happensbefore.CtaClocks;
import org.offloadtck.checks.happensbefore.HappensBefore;
import org.offloadtck.checks.happensbefore.WarpClocks;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.CoalescedRuns;
import org.offloadtck.checks.shadow.GlobalShadow;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.memory.BulkTransfer.Range;
import org.offloadtck.engine.memory.MatrixReads;
import org.offloadtck.engine.memory.SharedWindow;
import org.offloadtck.engine.sampling.TexelAccess;
import org.offloadtck.engine.thread.Cluster;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.TensorMemoryUse;
import org.offloadtck.engine.thread.Warp;

/// Detects the data races of a launch, on global and shared memory.
///
/// Requirement: CK-01.
public final class Racecheck {

    private final AccessTable accesses;
    private final GlobalShadow memory;
    private final int[] fences;
    private final List<AsyncProxyInstruction> async;
    private final AccessAttributes attributes;
    private final RaceCheckContext context;
    private final HappensBefore order;
    private final List<CtaRaces> ctas = new ArrayList<>();
    private final Map<Cluster, AsyncProxy.Pending> pending = new HashMap<>();

    /// @param accesses the numbers of the accesses that `memory` holds
    public Racecheck(Symbolizer symbolizer, AccessTable accesses, GlobalShadow memory) {
        var instructions = symbolizer.image().code().instructions();
        accesses.begin(instructions.size());
        this.accesses = accesses;
        this.memory = memory;
        this.fences = instructions.stream().mapToInt(AccessAttributes::fence).toArray();
        this.async = instructions.stream().map(AsyncProxyInstruction::of).toList();
        this.attributes = new AccessAttributes(symbolizer.image());
        var reporter = new RaceReporter(symbolizer, attributes);
        this.order = new HappensBefore(accesses);
        this.context =
                new RaceCheckContext(
                        attributes,
                        accesses,
                        memory,
                        order,
                        reporter,
                        AccessAttributes.isLockstep(symbolizer.image()));
    }

    /// The state of a CTA, for [#ctaStarted].
    public CtaRaces cta(Cta cta, ShadowPage shared) {
        var races =
                CtaRaces.of(
                        new CtaClocks(cta, context.isLockstep()), shared, pending(cta), context);
        ctas.add(races);
        return races;
    }

    private AsyncProxy.Pending pending(Cta cta) {
        var cluster = cta.cluster();
        return pending.computeIfAbsent(cluster, _ -> AsyncProxy.Pending.of(cluster.ctas().size()));
    }

    public void ctaStarted(CtaRaces cta) {
        cta.begin(accesses.last());
    }

    /// Threads issue an instruction that computes nothing: it may be a fence.
    public void fence(CtaRaces cta, Warp warp, int pc, int active) {
        int fence = fences[pc];
        if (fence != 0) {
            order.fence(cta.clocks().of(warp), active, fence);
        }
        ofAsyncProxy(cta, warp, pc, active);
    }

    private void ofAsyncProxy(CtaRaces cta, Warp warp, int pc, int active) {
        switch (async.get(pc)) {
            case AsyncProxyInstruction.ProxyFence _ -> {
                cta.clocks().of(warp).since = accesses.last();
                cta.async().fence(accesses.last());
            }
            case AsyncProxyInstruction.CommitGroup _ ->
                    issuers(cta, warp, active).forEach(cta.async().groups()::commit);
            case AsyncProxyInstruction.WaitGroup(long pending) ->
                    issuers(cta, warp, active)
                            .forEach(each -> cta.async().groups().await(each, pending));
            case AsyncProxyInstruction.WaitGroupRead(long pending) ->
                    issuers(cta, warp, active)
                            .forEach(each -> cta.async().groups().awaitReads(each, pending));
            case AsyncProxyInstruction.CommitProducts _ ->
                    cta.async().products().commit(warp.index());
            case AsyncProxyInstruction.WaitProducts(long pending) ->
                    cta.async().products().await(warp.index(), pending);
            case AsyncProxyInstruction.None _,
                    AsyncProxyInstruction.PhaseTest _,
                    AsyncProxyInstruction.CommitTensorOperations _,
                    AsyncProxyInstruction.AsyncStore _,
                    AsyncProxyInstruction.Count _ -> {}
        }
    }

    private static Stream<PendingCopies.Issuer> issuers(CtaRaces cta, Warp warp, int active) {
        int actor = cta.clocks().of(warp).actor();
        return IntStream.range(0, Code.LANES)
                .filter(lane -> (active >>> lane & 1) != 0)
                .mapToObj(lane -> new PendingCopies.Issuer(actor, lane));
    }

    /// Whether bulk copies of the cluster of a CTA are pending, so that each access has to be
    /// checked.
    public boolean hasPending(CtaRaces cta) {
        return cta.async().hasPending();
    }

    /// A phase of an `mbarrier` completes.
    public void mbarrierCompleted(CtaRaces cta, long address) {
        cta.async().complete(address);
    }

    /// A group executes a bulk copy: it reads and writes in the place of its thread, and is pending
    /// until a thread waits for it.
    ///
    /// @param active lanes whose destination is in the shared memory of the target, or in global
    ///   memory
    public void bulkCopy(
            Parties parties, LaneGroup group, Warp warp, int active, BulkTransfer transfer) {
        boolean reduces = transfer.effect() == BulkTransfer.Effect.REDUCES;
        int writes = AccessAttributes.WRITES;
        writes |= reduces ? AccessAttributes.STRONG | AccessAttributes.WIDE : 0;
        var use = reduces ? PendingCopies.Use.REDUCES : PendingCopies.Use.WRITES;
        var by = parties.by();
        var to = parties.target().async();
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            var sources = transfer.sources(lane);
            var targets = transfer.targets(lane);
            checkPending(
                    by, by.async(), new Part(group, warp, lane, sources), PendingCopies.Use.READS);
            record(by, new Part(group, warp, lane, sources), AccessAttributes.READS);
            int form = writes;
            var part = new Part(group, warp, lane, targets);
            inTarget(
                    parties,
                    warp,
                    () -> {
                        checkPending(by, to, part, use);
                        record(by, part, form);
                    });
            var issuer = new PendingCopies.Issuer(by.clocks().of(warp).actor(), lane);
            var target = new AsyncProxy.Target(targets, transfer.effect());
            by.async().issue(issuer, group.pc(), sources, to, target);
        }
        compact();
    }

    /// A group computes its part of a matrix product, whose factors in shared memory it reads.
    public void matricesRead(CtaRaces cta, LaneGroup group, Warp warp, MatrixReads reads) {
        int lane = group.firstLane();
        var ranges =
                IntStream.range(0, reads.count())
                        .mapToObj(i -> new Range(reads.address(i), MatrixReads.UNIT))
                        .toList();
        var part = new Part(group, warp, lane, ranges);
        checkPending(cta, cta.async(), part, PendingCopies.Use.READS);
        record(cta, part, AccessAttributes.READS);
        var issuer = new PendingCopies.Issuer(cta.clocks().of(warp).actor(), lane);
        cta.async().products().issue(warp.index(), issuer, group.pc(), reads);
        compact();
    }

    /// The tensor core reads a matrix in shared memory for a thread, by the async proxy, and is
    /// pending until a thread waits for the commit. Stores that precede what it reads in the other
    /// CTA of a pair are not checked.
    ///
    /// @param active the lane of the thread
    public void tensorCoreReads(
            CtaRaces cta, LaneGroup group, Warp warp, int active, MatrixReads reads) {
        int lane = Integer.numberOfTrailingZeros(active);
        var ranges =
                IntStream.range(0, reads.count())
                        .mapToLong(reads::address)
                        .filter(address -> !SharedWindow.isMapped(address))
                        .mapToObj(address -> new Range(address, MatrixReads.UNIT))
                        .toList();
        var part = new Part(group, warp, lane, ranges);
        checkPending(cta, cta.async(), part, PendingCopies.Use.READS);
        record(cta, part, AccessAttributes.READS);
        var all =
                IntStream.range(0, reads.count())
                        .mapToObj(i -> new Range(reads.address(i), MatrixReads.UNIT))
                        .toList();
        var issuer = new PendingCopies.Issuer(cta.clocks().of(warp).actor(), lane);
        cta.async().issueRead(issuer, group.pc(), all);
        compact();
    }

    /// A warp or the tensor core uses tensor memory. What the tensor core does is pending until a
    /// thread waits for the commit.
    ///
    /// @param active the lanes of the warp, or that of the thread
    public void tensorMemoryUsed(
            CtaRaces cta, LaneGroup group, Warp warp, int active, TensorMemoryUse use) {
        int lane = Integer.numberOfTrailingZeros(active);
        var issuer = new PendingCopies.Issuer(cta.clocks().of(warp).actor(), lane);
        boolean isWarp = Integer.bitCount(active) > 1;
        var operations = cta.async().operations();
        var found = isWarp ? operations.conflict(use) : operations.conflict(issuer, use);
        found.ifPresent(conflict -> context.report().pending(issuer, group.pc(), conflict));
        if (!isWarp) {
            cta.async().issueUse(issuer, group.pc(), use);
        }
    }

    public void barrierReached(CtaRaces cta, BarrierArrival arrival) {
        cta.barriers().arrive(arrival, accesses.last());
    }

    public void barrierCompleted(CtaRaces cta, int barrier) {
        cta.barriers().complete(barrier, accesses.last());
    }

    /// Lanes of a warp complete a collective instruction.
    public void collectiveCompleted(CtaRaces cta, Warp warp, int lanes) {
        var clocks = cta.clocks().of(warp);
        if (context.isLockstep() || (warp.live() & ~lanes) == 0) {
            clocks.join(accesses.last());
        } else {
            order.join(clocks, lanes);
        }
    }

    /// A phase of the barrier of a cluster completes. Its threads count as ordered also where they
    /// have arrived and not waited yet.
    ///
    /// @param cluster the CTAs of the cluster
    public void clusterBarrierCompleted(List<CtaRaces> cluster) {
        CtaClocks.joinCluster(cluster.stream().map(CtaRaces::clocks).toList(), accesses.last());
    }

    /// The CTAs of an access.
    ///
    /// @param by the CTA of the thread
    /// @param target the CTA whose shared memory is accessed, if shared memory is
    public record Parties(CtaRaces by, CtaRaces target) {

        boolean areOne() {
            return by.equals(target);
        }
    }

    /// A group accesses memory.
    ///
    /// @param runs of the access, if it is regular
    public void access(
            Parties parties,
            LaneGroup group,
            Warp warp,
            int active,
            long[] addresses,
            CoalescedRuns runs) {
        if (parties.areOne()) {
            ofTarget(parties, group, warp, active, addresses, runs);
            return;
        }
        inTarget(parties, warp, () -> ofTarget(parties, group, warp, active, addresses, runs));
    }

    /// Checks accesses whose addresses of shared memory are those of the target.
    private void inTarget(Parties parties, Warp warp, Runnable check) {
        if (parties.areOne()) {
            check.run();
            return;
        }
        var target = parties.target();
        var detector = parties.by().of(warp);
        detector.useShared(target.shared());
        context.report().useShared(target.clocks().cta.shared());
        order.useShared(target.clocks().number);
        check.run();
        target.shared().lastRemote = this.accesses.last();
        detector.useOwnShared();
        context.report().useOwnShared();
        order.useOwnShared();
    }

    private void ofTarget(
            Parties parties,
            LaneGroup group,
            Warp warp,
            int active,
            long[] addresses,
            CoalescedRuns runs) {
        int form = attributes.of(group.pc());
        var clocks = parties.by().clocks().of(warp);
        var detector = parties.by().of(warp);
        async(parties, group, warp, active, addresses);
        boolean synchronises = (form & AccessAttributes.STRONG) != 0 && order.concerns(form);
        if (synchronises && (form & AccessAttributes.READS) != 0) {
            meet(clocks, active, addresses, form & ~AccessAttributes.WRITES);
        }
        detector.accesses(group, active, addresses, runs);
        if (synchronises && (form & AccessAttributes.WRITES) != 0) {
            meet(clocks, detector.succeeding(), addresses, form);
        }
        compact();
    }

    /// A group accesses texels.
    public void texels(CtaRaces cta, LaneGroup group, Warp warp, TexelAccess access) {
        var addresses = new long[Code.LANES];
        for (int texel = 0; texel < access.count(); texel++) {
            access.addresses(texel, addresses);
            cta.of(warp).accessesTexels(group, access.lanes(texel), addresses, access.bytes());
        }
        compact();
    }

    /// The part of an access that concerns the async proxy: it may conflict with a pending copy, or
    /// change which are pending.
    private void async(Parties parties, LaneGroup group, Warp warp, int active, long[] addresses) {
        var proxy = parties.target().async();
        var instruction = async.get(group.pc());
        if (!proxy.hasPending() && !(instruction instanceof AsyncProxyInstruction.AsyncStore)) {
            return;
        }
        int actor = parties.by().clocks().of(warp).actor();
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            switch (instruction) {
                case AsyncProxyInstruction.PhaseTest _ -> proxy.test(addresses[lane]);
                case AsyncProxyInstruction.Count _ -> {
                    var issuer = new PendingCopies.Issuer(actor, lane);
                    proxy.count(issuer, copyOf(group.pc()), addresses[lane]);
                }
                case AsyncProxyInstruction.CommitTensorOperations _ ->
                        proxy.commitOperations(
                                new PendingCopies.Issuer(actor, lane), addresses[lane]);
                case AsyncProxyInstruction.AsyncStore(var effect) -> {
                    var issuer = new PendingCopies.Issuer(actor, lane);
                    parties.by()
                            .of(warp)
                            .issueStore(proxy, issuer, group.pc(), addresses[lane], effect);
                }
                default ->
                        parties.by()
                                .of(warp)
                                .checkPending(proxy, group.pc(), lane, addresses[lane]);
            }
        }
    }

    /// The program counter of the copy that an instruction counts, which follows the copy or counts
    /// for another CTA of the same multicast.
    private int copyOf(int count) {
        int pc = count - 1;
        while (pc >= 0 && async.get(pc) instanceof AsyncProxyInstruction.Count) {
            pc--;
        }
        return pc;
    }

    /// What a lane reads or writes by a bulk copy.
    private record Part(LaneGroup group, Warp warp, int lane, List<Range> ranges) {}

    private static void checkPending(
            CtaRaces cta, AsyncProxy async, Part part, PendingCopies.Use use) {
        for (var range : part.ranges()) {
            cta.of(part.warp()).checkPending(async, part.group().pc(), part.lane(), range, use);
        }
    }

    /// Records a part of a bulk copy: what it reads or what it writes.
    private static void record(CtaRaces cta, Part of, int use) {
        var addresses = new long[Code.LANES];
        var detector = cta.of(of.warp());
        for (var range : of.ranges()) {
            for (long at = 0; at < range.bytes(); ) {
                addresses[of.lane()] = range.address() + at;
                int size = unit(addresses[of.lane()], range.bytes() - at);
                var part = new WarpRaceDetector.BulkPart(size, use, cta.async().lastFence());
                detector.accessesBulk(of.group(), of.lane(), addresses, part);
                at += size;
            }
        }
    }

    /// Bytes of a bulk copy that are recorded together.
    private static int unit(long address, long left) {
        long most = Math.min(WarpRaceDetector.BULK_UNIT, Long.highestOneBit(left));
        return (int) Math.min(most, Long.lowestOneBit(address | WarpRaceDetector.BULK_UNIT));
    }

    private void meet(WarpClocks warp, int active, long[] addresses, int form) {
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            order.meet(warp, lane, addresses[lane], form);
        }
    }

    /// Records an access of a compiled block, if it races with nothing.
    ///
    /// @return whether it did; if not, the block is interpreted, and [#access] checks each access
    public boolean admits(WarpRaceDetector warp, int pc, int active, long[] addresses) {
        int form = attributes.of(pc);
        boolean synchronises = (form & AccessAttributes.ATOMIC) != 0 && order.concerns(form);
        return !synchronises && warp.passes(pc, active, addresses);
    }

    /// Frees numbers of accesses when there are many. Call it after accesses of a compiled block,
    /// or before a block of a compiled region.
    public void compact() {
        if (accesses.isCrowded()) {
            var shared = ctas.stream().map(CtaRaces::shared).toList();
            var by = AccessTableCompaction.of(accesses, memory, shared);
            ctas.forEach(cta -> cta.renumber(by));
            order.renumber(by);
        }
    }
}
