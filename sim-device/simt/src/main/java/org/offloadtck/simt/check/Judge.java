package org.offloadtck.simt.check;

import java.util.ArrayList;
import org.offloadtck.simt.execution.Group;
import org.offloadtck.simt.execution.Warp;
import org.offloadtck.simt.image.Code;

/// Tells of values that nobody set where they decide something, and takes them for set from then
/// on, so that what follows from one is not told again.
final class Judge {

    private final Scene scene;
    private final Births births;

    Judge(Scene scene, Births births) {
        this.scene = scene;
        this.births = births;
    }

    Births births() {
        return births;
    }

    Scene scene() {
        return scene;
    }

    /// Where a value is born that an access is about to load.
    int born(Warp warp, Group group, int lane, long address) {
        return births.of(
                scene.site(
                        "load of a value that nobody set, at %s"
                                .formatted(scene.describe(address, warp)),
                        warp,
                        lane,
                        group.pc()),
                AccessForm.elementBytes(scene.image().code(), group.pc()));
    }

    /// Lanes use a register in a way that decides something.
    void register(WarpValues values, Warp warp, Group group, Use use) {
        int lane = Integer.numberOfTrailingZeros(use.lanes());
        tell(warp, group, lane, use.what(), values.birth(use.row(), lane));
        values.unknown[use.row() / Code.LANES] &= ~use.lanes();
    }

    /// A use of a row or a predicate in the lanes where it has no value.
    record Use(int row, int lanes, String what) {}

    void predicate(WarpValues values, Warp warp, Group group, Use use) {
        int lane = Integer.numberOfTrailingZeros(use.lanes());
        tell(warp, group, lane, use.what(), values.predicateBirth(use.row(), lane));
        values.predicates[use.row()] &= ~use.lanes();
    }

    void tell(Warp warp, Group group, int lane, String what, int birth) {
        var sites = new ArrayList<Finding.Site>();
        sites.add(scene.site(what, warp, lane, group.pc()));
        sites.addAll(births.site(birth));
        scene.found(
                Finding.Kind.UNINITIALISED,
                "%s depends on %s"
                        .formatted(
                                what,
                                birth == Births.UNKNOWN
                                        ? "a register that nobody set"
                                        : "a value that nobody set"),
                sites);
    }
}
