package org.offloadtck.checks.initcheck;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.checks.finding.Defect.UninitialisedRead;
import org.offloadtck.checks.finding.Defect.UninitialisedUse;
import org.offloadtck.checks.finding.Defect.UninitialisedUse.ValueSource;
import org.offloadtck.checks.finding.Defect.UninitialisedUse.ValueUse;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.finding.ThreadAction;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Reports uses of uninitialised values. A value that was reported counts as initialised from then
/// on, so that its consequences are not reported again.
final class UninitialisedUseReporter {

    private final Symbolizer symbolizer;
    private final Origins origins;
    private final LoadReports loads;

    /// The origin of each load by its program counter; [Origins#UNKNOWN] before its first
    /// execution. Cached because a site is expensive and unoptimised code often copies padding.
    private final int[] numbers;

    UninitialisedUseReporter(Symbolizer symbolizer, Origins origins, LoadReports loads) {
        this.symbolizer = symbolizer;
        this.origins = origins;
        this.loads = loads;
        this.numbers = new int[symbolizer.image().code().instructions().size()];
    }

    boolean reportsLoads() {
        return loads == LoadReports.GLOBAL;
    }

    /// A lane of a group loads uninitialised global memory.
    void load(Warp warp, LaneGroup group, int lane, long address) {
        var location = symbolizer.locate(address, warp);
        var action = new ThreadAction.UninitialisedLoad(location);
        symbolizer.report(
                new UninitialisedRead(location),
                List.of(symbolizer.site(action, warp, lane, group.pc())));
    }

    Symbolizer symbolizer() {
        return symbolizer;
    }

    /// The origin of the value that a lane of a group is about to load.
    int originOfLoad(Warp warp, LaneGroup group, int lane, long address) {
        int pc = group.pc();
        if (numbers[pc] == Origins.UNKNOWN) {
            var action = new ThreadAction.UninitialisedLoad(symbolizer.locate(address, warp));
            int[] words = symbolizer.image().code().words();
            numbers[pc] =
                    origins.of(
                            symbolizer.site(action, warp, lane, pc),
                            MemoryAccess.elementBytes(words[pc * Code.STRIDE + Code.Y]));
        }
        return numbers[pc];
    }

    /// A use of a register row or a predicate in the lanes where it is uninitialised.
    record Use(int row, int lanes, ValueUse use) {}

    /// Lanes of a group use a register that is uninitialised.
    void register(WarpShadow values, Warp warp, LaneGroup group, Use use) {
        int lane = Integer.numberOfTrailingZeros(use.lanes());
        report(warp, group, lane, use.use(), values.origin(use.row(), lane));
        values.unknown[use.row() / Code.LANES] &= ~use.lanes();
    }

    /// Lanes of a group use a predicate that is uninitialised.
    void predicate(WarpShadow values, Warp warp, LaneGroup group, Use use) {
        int lane = Integer.numberOfTrailingZeros(use.lanes());
        report(warp, group, lane, use.use(), values.predicateOrigin(use.row(), lane));
        values.predicates[use.row()] &= ~use.lanes();
    }

    private void report(Warp warp, LaneGroup group, int lane, ValueUse use, int origin) {
        var sites = new ArrayList<KernelFinding.Site>();
        sites.add(symbolizer.site(new ThreadAction.Use(use), warp, lane, group.pc()));
        sites.addAll(origins.site(origin));
        var source = origin == Origins.UNKNOWN ? ValueSource.REGISTER : ValueSource.MEMORY;
        symbolizer.report(new UninitialisedUse(use, source), sites);
    }
}
