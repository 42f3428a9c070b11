package org.offloadtck.checks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.finding.ThreadAction;
import org.offloadtck.checks.happensbefore.BarrierArrival;
import org.offloadtck.checks.initcheck.Initcheck;
import org.offloadtck.checks.initcheck.LoadReports;
import org.offloadtck.checks.initcheck.MemoryPropagation;
import org.offloadtck.checks.initcheck.WarpShadow;
import org.offloadtck.checks.racecheck.Racecheck;
import org.offloadtck.checks.racecheck.WarpRaceDetector;
import org.offloadtck.checks.shadow.AddressWindow;
import org.offloadtck.checks.shadow.CoalescedRuns;
import org.offloadtck.checks.shadow.PageLookup;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.checks.shadow.SingleLaneAccess;
import org.offloadtck.engine.bytecode.analysis.BlockSummary;
import org.offloadtck.engine.bytecode.analysis.ScalarPath;
import org.offloadtck.engine.bytecode.runtime.AccessTrace;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.BlockExecution;
import org.offloadtck.engine.launch.LaneExecution;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.memory.MatrixReads;
import org.offloadtck.engine.sampling.TexelAccess;
import org.offloadtck.engine.thread.Cluster;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.TensorMemoryUse;
import org.offloadtck.engine.thread.Warp;

/// Passes the events of a launch to the detectors. It finds the shadow of a CTA and the coalesced
/// runs of an access once for all of them.
///
/// The file has more than 500 lines because it has each event of [LaunchObserver].
final class CheckingObserver implements LaunchObserver {

    /// Accesses of an iteration whose runs are kept: more than a block has, as a rule.
    private static final int BASES = 32;

    private final Symbolizer symbolizer;
    private final MemoryShadow memory;
    private final boolean races;
    private final boolean values;
    private final boolean barriers;
    private final boolean leaks;
    private final Code code;
    private final int[] words;

    /// Bytes that each instruction accesses in each lane; 0 if it accesses no memory, or a
    /// parameter of the launch, of which there is nothing to check.
    private final byte[] sizes;

    private final PageLookup pages;
    private final ClusterLanes clusters;

    /// The runs of an access that no other access or iteration needs.
    private final CoalescedRuns runs;

    /// The runs of the first accesses of a block, of a loop in the latest iteration.
    private final CoalescedRuns[] bases = new CoalescedRuns[BASES];

    /// The lanes of the iteration before the one that is checked; 0 in the first.
    private int before;

    private final SingleLaneAccess single;
    private final Racecheck racecheck;
    private final Initcheck initcheck;
    private final long[] addresses = new long[Code.LANES];
    private final Map<Cta, CtaShadow> ctas = new LinkedHashMap<>();

    /// The shadow that was used last; empty before the first use.
    private CtaShadow[] recent = new CtaShadow[0];

    /// The warp that accessed memory or executed a block or region last; empty before the first.
    private WarpChecks[] warps = new WarpChecks[0];

    /// What the accesses of a warp are checked with.
    private record WarpChecks(
            Warp warp, ShadowPage shared, WarpShadow values, WarpRaceDetector races) {

        MemoryPropagation.Access access(LaneGroup group, int active) {
            return new MemoryPropagation.Access(values, shared, warp, group, active);
        }
    }

    CheckingObserver(Symbolizer symbolizer, MemoryShadow memory, Set<Check> checks) {
        this.symbolizer = symbolizer;
        this.memory = memory;
        this.races = checks.contains(Check.RACECHECK);
        this.values = checks.contains(Check.INITCHECK);
        this.barriers = checks.contains(Check.SYNCCHECK);
        this.leaks = checks.contains(Check.LEAKCHECK);
        this.code = symbolizer.image().code();
        this.words = code.words();
        this.sizes = AccessSizes.of(words);
        this.pages = new PageLookup(memory.global());
        this.clusters = new ClusterLanes(code);
        this.runs = new CoalescedRuns(pages);
        Arrays.setAll(bases, _ -> new CoalescedRuns(pages));
        this.single = new SingleLaneAccess(pages);
        this.racecheck = new Racecheck(symbolizer, memory.accesses(), memory.global());
        this.initcheck =
                new Initcheck(
                        symbolizer,
                        memory.origins(),
                        checks.contains(Check.INITCHECK_LOADS)
                                ? LoadReports.GLOBAL
                                : LoadReports.NONE,
                        memory.global());
    }

    @Override
    public void ctaStarted(Cta cta) {
        var shadow =
                ctas.computeIfAbsent(cta, each -> CtaShadow.of(each, races, racecheck, symbolizer));
        shadow.begin();
        racecheck.ctaStarted(shadow.races());
    }

    @Override
    public void ctaEnded(Cta cta) {
        if (leaks) {
            memory.heap().ctaEnded(symbolizer, cta);
        }
    }

    private CtaShadow of(Cta cta) {
        if (recent.length == 0 || recent[0].cta() != cta) {
            recent = new CtaShadow[] {Objects.requireNonNull(ctas.get(cta))};
        }
        return recent[0];
    }

    private WarpChecks of(Warp warp) {
        if (warps.length == 0 || warps[0].warp() != warp) {
            var cta = of(warp.cta());
            pages.use(cta.shared());
            warps =
                    new WarpChecks[] {
                        new WarpChecks(warp, cta.shared(), cta.of(warp), cta.races().of(warp))
                    };
        }
        return warps[0];
    }

    @Override
    public void instructionIssued(Warp warp, LaneGroup group, int active) {
        var shadow = of(warp.cta());
        if (values) {
            initcheck.instructionIssued(shadow.of(warp), warp, group, active);
        }
        int op = words[group.pc() * Code.STRIDE];
        if (op > Op.NOTHING || active == 0) {
            return;
        }
        switch (op) {
            case Op.CALL_BUILTIN -> {
                if (values) {
                    initcheck.builtinCalled(of(warp).access(group, active));
                }
            }
            case Op.BARRIER, Op.BARRIER_ARRIVE, Op.BARRIER_REDUCE ->
                    barrierReached(shadow, warp, group, active);
            case Op.EXIT, Op.RETURN -> shadow.barriers().exited(warp, group, active);
            case Op.NOTHING -> {
                if (races) {
                    racecheck.fence(shadow.races(), warp, group.pc(), active);
                }
            }
            default -> {}
        }
    }

    private void barrierReached(CtaShadow shadow, Warp warp, LaneGroup group, int active) {
        var arrival = BarrierArrival.of(code, warp, group, active);
        if (races && arrival.isValid()) {
            racecheck.barrierReached(shadow.races(), arrival);
        }
        if (barriers) {
            shadow.barriers().barrierReached(arrival, group, active);
        }
    }

    @Override
    public void barrierCompleted(Cta cta, int barrier) {
        var shadow = of(cta);
        if (barriers) {
            shadow.barriers().barrierCompleted(barrier);
        }
        if (races) {
            racecheck.barrierCompleted(shadow.races(), barrier);
        }
        if (leaks) {
            memory.heap().barrierCompleted(symbolizer, cta);
        }
    }

    @Override
    public void accessIssued(Warp warp, LaneGroup group, int active, long[] addresses) {
        clusters.split(
                warp.cta(),
                active,
                addresses,
                (target, lanes, at) -> access(new GroupAccess(warp, group, lanes), at, of(target)));
    }

    /// An access of lanes of a group.
    private record GroupAccess(Warp warp, LaneGroup group, int active) {}

    /// Checks an access.
    ///
    /// @param target the CTA whose shared memory addresses of shared memory are in
    private void access(GroupAccess of, long[] addresses, CtaShadow target) {
        var warp = of.warp();
        var group = of.group();
        var own = of(warp);
        pages.use(target.shared());
        runs.find(of.active(), sizes[group.pc()], addresses, 0);
        if (values) {
            var lanes = own.access(group, of.active()).of(target.shared());
            initcheck.access(lanes, addresses, runs);
        }
        if (races) {
            var parties = new Racecheck.Parties(of(warp.cta()).races(), target.races());
            racecheck.access(parties, group, warp, of.active(), addresses, runs);
        }
        pages.use(own.shared());
    }

    @Override
    public void clusterBarrierCompleted(Cluster cluster) {
        if (races) {
            racecheck.clusterBarrierCompleted(
                    cluster.ctas().stream().map(cta -> of(cta).races()).toList());
        }
    }

    @Override
    public void texelsAccessed(Warp warp, LaneGroup group, int active, TexelAccess access) {
        var own = of(warp);
        if (values) {
            initcheck.texels(own.access(group, active), access);
        }
        if (races) {
            racecheck.texels(of(warp.cta()).races(), group, warp, access);
        }
    }

    @Override
    public void bulkCopied(Warp warp, LaneGroup group, int active, BulkTransfer transfer) {
        ClusterLanes.split(
                warp.cta(),
                active,
                transfer,
                (cta, lanes) -> copied(new GroupAccess(warp, group, lanes), transfer, of(cta)));
    }

    private void copied(GroupAccess by, BulkTransfer transfer, CtaShadow target) {
        var own = of(by.warp());
        if (values) {
            var lanes = own.access(by.group(), by.active());
            initcheck.bulkCopy(lanes, target.shared(), transfer);
        }
        if (races) {
            var parties = new Racecheck.Parties(of(by.warp().cta()).races(), target.races());
            racecheck.bulkCopy(parties, by.group(), by.warp(), by.active(), transfer);
        }
    }

    @Override
    public void matricesRead(Warp warp, LaneGroup group, int active, MatrixReads reads) {
        var own = of(warp);
        if (values) {
            initcheck.matricesRead(own.access(group, active), reads);
        }
        if (races) {
            racecheck.matricesRead(of(warp.cta()).races(), group, warp, reads);
        }
    }

    @Override
    public void tensorCoreReads(Warp warp, LaneGroup group, int active, MatrixReads reads) {
        if (races) {
            racecheck.tensorCoreReads(of(warp.cta()).races(), group, warp, active, reads);
        }
    }

    @Override
    public void tensorMemoryUsed(Warp warp, LaneGroup group, int active, TensorMemoryUse use) {
        if (races) {
            racecheck.tensorMemoryUsed(of(warp.cta()).races(), group, warp, active, use);
        }
    }

    @Override
    public void mbarrierCompleted(Cta cta, long address) {
        if (races) {
            racecheck.mbarrierCompleted(of(cta).races(), address);
        }
    }

    @Override
    public boolean observesBlocks() {
        return true;
    }

    @Override
    public boolean observesReductions() {
        return true;
    }

    @Override
    public boolean permitsBlock(BlockExecution execution) {
        return permits(execution.warp(), execution.group(), execution.mask(), execution.block());
    }

    /// Whether a block may be observed as a whole. Each access is checked against pending copies.
    private boolean permits(Warp warp, LaneGroup group, int mask, BlockSummary block) {
        boolean copies = races && racecheck.hasPending(of(warp.cta()).races());
        return !copies
                && (!values || initcheck.permits(of(warp).values(), group.frame(), mask, block));
    }

    @Override
    public boolean admitsAccesses(BlockExecution execution) {
        var warp = of(execution.warp());
        int[] accesses = execution.accesses();
        before = 0;
        for (int iteration = 0; iteration < execution.iterations(); iteration++) {
            int active = execution.lanes(iteration);
            for (int i = 0; i < accesses.length; i++) {
                if (sizes[accesses[i]] == 0) {
                    continue;
                }
                var access = new BlockAccess(execution, iteration, i, active);
                if (!admits(warp, accesses[i], access)) {
                    return false;
                }
            }
            before = active;
        }
        racecheck.compact();
        return true;
    }

    /// An access of a block.
    ///
    /// @param index into [BlockExecution#accesses]
    /// @param active lanes of the iteration
    private record BlockAccess(BlockExecution execution, int iteration, int index, int active) {}

    private boolean admits(WarpChecks warp, int pc, BlockAccess access) {
        boolean isAtomic = words[pc * Code.STRIDE] == Op.ATOMIC;
        if (!isAtomic && admitsRuns(warp, pc, access.active(), findRuns(access, sizes[pc]))) {
            return true;
        }
        copyAddresses(access);
        return admits(warp, pc, access.active());
    }

    /// Whether an access is regular, and there is nothing to report: the usual case.
    private boolean admitsRuns(WarpChecks warp, int pc, int active, CoalescedRuns found) {
        return found.areRegular()
                && (!values || initcheck.admitsRuns(pc, found))
                && (!races || warp.races().passesRuns(pc, active, found));
    }

    private void copyAddresses(BlockAccess access) {
        access.execution().addresses(access.iteration(), access.index(), addresses);
    }

    /// Finds the runs of an access: from those of an access through the same value of a register,
    /// from those of the iteration before, or from the addresses.
    private CoalescedRuns findRuns(BlockAccess access, int size) {
        var execution = access.execution();
        int base = execution.base(access.index());
        if (base >= bases.length) {
            return findRuns(runs, access, size);
        }
        var found = bases[base];
        if (base != access.index()) {
            boolean fits = found.shift(execution.distance(access.index()), size);
            return fits ? found : findRuns(runs, access, size);
        }
        long step = access.active() == before ? execution.step(base) : AccessTrace.NO_STEP;
        return step != AccessTrace.NO_STEP && found.move(step)
                ? found
                : findRuns(found, access, size);
    }

    private CoalescedRuns findRuns(CoalescedRuns into, BlockAccess access, int size) {
        var execution = access.execution();
        int recorded = execution.recorded(access.iteration(), access.index());
        if (recorded >= 0) {
            into.find(access.active(), size, execution.trace(), recorded);
        } else {
            copyAddresses(access);
            into.find(access.active(), size, addresses, 0);
        }
        return into;
    }

    /// Whether there is nothing to report for an access of which [#admitsRuns] is false.
    private boolean admits(WarpChecks warp, int pc, int active) {
        return (!values || initcheck.admits(pc, warp.shared(), active, addresses))
                && (!races || racecheck.admits(warp.races(), pc, active, addresses));
    }

    @Override
    public void blockExecuted(BlockExecution execution) {
        if (values) {
            initcheck.ended(
                    of(execution.warp()).values(),
                    execution.group().frame(),
                    execution.mask(),
                    execution.block());
        }
    }

    @Override
    public boolean permitsLane(LaneExecution execution, ScalarPath block) {
        racecheck.compact();
        var group = execution.group();
        return permits(execution.warp(), group, group.mask(), block.summary());
    }

    @Override
    public boolean admitsLaneAccess(LaneExecution execution, int programCounter, long address) {
        var group = execution.group();
        var warp = of(execution.warp());
        if (admitsWords(warp, programCounter, group.mask(), address)) {
            return true;
        }
        if (AddressWindow.of(address) == AddressWindow.LOCAL) {
            return !values || initcheck.admitsLocal(warp.values(), group, programCounter, address);
        }
        addresses[group.firstLane()] = address;
        runs.find(group.mask(), sizes[programCounter], addresses, 0);
        return admitsRuns(warp, programCounter, group.mask(), runs)
                || admits(warp, programCounter, group.mask());
    }

    /// Whether a lane accesses whole words by which nothing can be reported: the usual case.
    private boolean admitsWords(WarpChecks warp, int pc, int lane, long address) {
        return single.find(lane, sizes[pc], address)
                && isKnown(pc)
                && (!races || warp.races().passesLane(pc, single));
    }

    private boolean isKnown(int pc) {
        boolean isKnown = !values || single.isKnown();
        if (!isKnown && words[pc * Code.STRIDE] == Op.STORE) {
            single.know();
            return true;
        }
        return isKnown;
    }

    @Override
    public void laneExecuted(LaneExecution execution, ScalarPath path, boolean isRepeated) {
        if (values && !isRepeated) {
            var group = execution.group();
            initcheck.ended(
                    of(execution.warp()).values(), group.frame(), group.mask(), path.summary());
        }
    }

    @Override
    public void functionEntered(Warp warp, LaneGroup group) {
        if (values) {
            initcheck.functionEntered(of(warp).values(), group);
        }
    }

    @Override
    public void stackGrown(Warp warp, LaneGroup group, int from) {
        if (values) {
            initcheck.stackGrown(of(warp).values(), group, from);
        }
    }

    @Override
    public void functionReturning(Warp warp, LaneGroup group) {
        if (values) {
            initcheck.functionReturning(of(warp).values(), group);
        }
    }

    @Override
    public void collectiveCompleted(Warp warp, int lanes) {
        if (races) {
            racecheck.collectiveCompleted(of(warp.cta()).races(), warp, lanes);
        }
    }

    @Override
    public void shuffled(Warp warp, LaneGroup group, int[] sources) {
        if (values) {
            initcheck.shuffled(of(warp).values(), group, sources);
        }
    }

    @Override
    public void heapBlockAllocated(Warp warp, LaneGroup group, int lane, Allocation block) {
        if (leaks) {
            memory.heap().allocated(block, site(warp, lane, group.pc(), block), warp.cta());
        }
    }

    /// The site of an allocation. It refers neither to the warp nor to this observer, which end
    /// before the block may be reported.
    private Supplier<Site> site(Warp warp, int lane, int pc, Allocation block) {
        var finder = symbolizer;
        var cta = warp.cta().position();
        int thread = warp.index() * Code.LANES + lane;
        return () -> finder.site(new ThreadAction.Allocation(block.size()), cta, thread, pc);
    }
}
