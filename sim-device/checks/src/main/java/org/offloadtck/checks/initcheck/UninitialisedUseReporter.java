package org.offloadtck.checks.initcheck;

import java.util.ArrayList;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.Origins;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Tells of values that nobody set where they decide something, and takes them for set from then
/// on, so that what follows from one is not told again.
public final class UninitialisedUseReporter {

    private final Symbolizer scene;
    private final Origins births;

    public UninitialisedUseReporter(Symbolizer scene, Origins births) {
        this.scene = scene;
        this.births = births;
    }

    Origins births() {
        return births;
    }

    Symbolizer scene() {
        return scene;
    }

    /// Where a value is born that an access is about to load.
    int originOfLoad(Warp warp, LaneGroup group, int lane, long address) {
        return births.of(
                scene.site(
                        "load of a value that nobody set, at %s"
                                .formatted(scene.describe(address, warp)),
                        warp,
                        lane,
                        group.pc()),
                MemoryAccess.elementBytes(
                        scene.image().code().words()[group.pc() * Code.STRIDE + Code.Y]));
    }

    /// Lanes use a register in a way that decides something.
    void register(WarpShadow values, Warp warp, LaneGroup group, Use use) {
        int lane = Integer.numberOfTrailingZeros(use.lanes());
        report(warp, group, lane, use.what(), values.birth(use.row(), lane));
        values.unknown[use.row() / Code.LANES] &= ~use.lanes();
    }

    /// A use of a row or a predicate in the lanes where it has no value.
    record Use(int row, int lanes, String what) {}

    void predicate(WarpShadow values, Warp warp, LaneGroup group, Use use) {
        int lane = Integer.numberOfTrailingZeros(use.lanes());
        report(warp, group, lane, use.what(), values.predicateBirth(use.row(), lane));
        values.predicates[use.row()] &= ~use.lanes();
    }

    void report(Warp warp, LaneGroup group, int lane, String what, int birth) {
        var sites = new ArrayList<KernelFinding.Site>();
        sites.add(scene.site(what, warp, lane, group.pc()));
        sites.addAll(births.site(birth));
        scene.report(
                KernelFinding.Kind.UNINITIALISED,
                "%s depends on %s"
                        .formatted(
                                what,
                                birth == Origins.UNKNOWN
                                        ? "a register that nobody set"
                                        : "a value that nobody set"),
                sites);
    }
}
