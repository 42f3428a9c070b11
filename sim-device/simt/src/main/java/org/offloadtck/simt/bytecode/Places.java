package org.offloadtck.simt.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import org.offloadtck.simt.image.Op;
import org.offloadtck.simt.image.Space;

/// Code that checks accesses and finds where in this process they go.
///
/// Global and generic addresses are compared with the window of the site, the allocation that its
/// accesses hit last. What is outside makes quick code give up; patient code looks it up, which
/// moves the window for the next time. Nothing is accessed that was not found.
final class Places {

    private static final int LANE_SHIFT = 8;

    private final LaneCode lane;
    private final Pace pace;
    private final CodeBuilder code;
    private final Listing listing;

    /// How code treats accesses outside their windows.
    enum Pace {
        /// It gives up. Code that calls nothing keeps its values in registers.
        QUICK,
        /// It looks them up.
        PATIENT
    }

    Places(LaneCode lane, Pace pace) {
        this.lane = lane;
        this.pace = pace;
        this.code = lane.code();
        this.listing = lane.listing();
    }

    /// Code for before the lanes' loop: what the site's addresses are compared with.
    void begin(Site site) {
        switch (listing.space(site.pc())) {
            case Space.SHARED -> beginShared(site);
            case Space.GLOBAL, Space.CONSTANT, Space.GENERIC -> beginWindow(site);
            default -> {}
        }
    }

    private void beginShared(Site site) {
        allocate(site);
        code.lconst_0().lstore(site.start);
        code.aload(LaneCode.WORKSPACE).getfield(Names.WORKSPACE, "sharedSize", Names.J);
        positions(site);
        code.aload(LaneCode.WORKSPACE).getfield(Names.WORKSPACE, "shared", Names.J);
        code.lstore(site.shift);
    }

    private void beginWindow(Site site) {
        allocate(site);
        site.window = code.allocateLocal(TypeKind.REFERENCE);
        site.count = code.allocateLocal(TypeKind.INT);
        code.aload(LaneCode.WORKSPACE).loadConstant(site.pc());
        Names.callWorkspace(code, "window", Names.WINDOW, Names.I);
        code.astore(site.window);
        code.aload(site.window).getfield(Names.WINDOW, "start", Names.J).lstore(site.start);
        code.aload(site.window);
        Names.callWindow(code, "size", Names.J);
        positions(site);
        code.aload(site.window).getfield(Names.WINDOW, "shift", Names.J).lstore(site.shift);
        code.iconst_0().istore(site.count);
    }

    /// Sets the variable of how many aligned positions the access can have in as much memory as was
    /// pushed last.
    private void positions(Site site) {
        int aligned = alignment(site) + 1;
        code.loadConstant((long) aligned - site.bytes()).ladd().lconst_0();
        Names.call(code, Names.MATH, "max", Names.J, Names.J, Names.J);
        code.loadConstant(Integer.numberOfTrailingZeros(aligned)).lshr().lstore(site.positions);
    }

    private void allocate(Site site) {
        site.start = code.allocateLocal(TypeKind.LONG);
        site.positions = code.allocateLocal(TypeKind.LONG);
        site.shift = code.allocateLocal(TypeKind.LONG);
    }

    /// Goes where nothing is done if an access to shared memory would do wrong.
    void check(Site site) {
        address(site);
        compare(site, lane.refuse());
    }

    /// Sets the variable of the site's place, where [#check] went before.
    void place(Site site) {
        address(site);
        shift(site);
    }

    private void address(Site site) {
        if (site.place < 0) {
            site.place = code.allocateLocal(TypeKind.LONG);
        }
        lane.push(listing.a(site.pc()));
        code.loadConstant((long) site.low()).ladd().lstore(site.place);
    }

    /// Sets the variable of the site's place, if it is not set yet.
    void find(Site site) {
        if (site.place >= 0) {
            return;
        }
        address(site);
        switch (listing.space(site.pc())) {
            case Space.LOCAL -> ask(site, "local");
            case Space.PARAMETER -> askParameter(site);
            case Space.SHARED -> {
                compare(site, lane.decline());
                shift(site);
            }
            default -> findInWindow(site);
        }
    }

    /// Whether quick and patient code for an access differ.
    static boolean usesWindow(Listing listing, int pc) {
        int space = listing.space(pc);
        return Phase.isAccess(listing, pc)
                && (space == Space.GLOBAL || space == Space.CONSTANT || space == Space.GENERIC);
    }

    private void findInWindow(Site site) {
        if (pace == Pace.QUICK) {
            compare(site, lane.decline());
            shift(site);
            code.iinc(site.count, 1);
            return;
        }
        var outside = code.newLabel();
        var found = code.newLabel();
        boolean generic = listing.space(site.pc()) == Space.GENERIC;
        compare(site, outside);
        shift(site);
        if (generic) {
            code.iinc(site.count, 1);
        }
        code.goto_(found).labelBinding(outside);
        ask(site, generic ? "generic" : "global");
        code.labelBinding(found);
    }

    /// Goes elsewhere with an address that is outside the window or not aligned. Its distance from
    /// the start, rotated, is the number of its position; bits that should be 0 make it a large
    /// one, as a sign does.
    private void compare(Site site, Label elsewhere) {
        code.lload(site.place).lload(site.start).lsub();
        code.loadConstant(Integer.numberOfTrailingZeros(alignment(site) + 1));
        Names.call(code, Names.LONG, "rotateRight", Names.J, Names.J, Names.I);
        code.lload(site.positions);
        Names.call(code, Names.LONG, "compareUnsigned", Names.I, Names.J, Names.J);
        code.ifge(elsewhere);
    }

    private void shift(Site site) {
        code.lload(site.place).lload(site.shift).ladd().lstore(site.place);
    }

    /// What the address must be a multiple of, less 1. Loads that are checked as one are all at
    /// multiples of it or none is.
    private int alignment(Site site) {
        return listing.bytes(site.pc()) - 1;
    }

    /// Has the workspace find the place.
    private void ask(Site site, String method) {
        code.aload(LaneCode.WORKSPACE);
        if (!method.equals("local")) {
            code.loadConstant(site.pc());
        }
        code.lload(site.place).loadConstant(site.bytes());
        code.loadConstant(request(site)).iload(lane.lane());
        code.loadConstant(LANE_SHIFT).ishl().ior();
        if (method.equals("local")) {
            Names.callWorkspace(code, method, Names.J, Names.J, Names.I, Names.I);
        } else {
            Names.callWorkspace(code, method, Names.J, Names.I, Names.J, Names.I, Names.I);
        }
        accept(site);
    }

    private void askParameter(Site site) {
        if (listing.op(site.pc()) == Op.STORE) {
            code.goto_(lane.decline());
            return;
        }
        code.aload(LaneCode.WORKSPACE).lload(site.place).loadConstant(site.bytes());
        code.loadConstant(request(site));
        Names.callWorkspace(code, "parameter", Names.J, Names.J, Names.I, Names.I);
        accept(site);
    }

    private void accept(Site site) {
        code.lstore(site.place).lload(site.place);
        code.lconst_0().lcmp().ifeq(lane.decline());
    }

    private int request(Site site) {
        return alignment(site) | (listing.op(site.pc()) == Op.STORE ? Workspace.STORES : 0);
    }
}
