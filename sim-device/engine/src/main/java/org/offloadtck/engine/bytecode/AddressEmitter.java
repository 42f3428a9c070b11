package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// Code that checks accesses and finds where in this process they go.
///
/// Global and generic addresses are compared with the window of the site, the allocation that its
/// accesses hit last. What is outside makes quick code give up; patient code looks it up, which
/// moves the window for the next time. Nothing is accessed that was not found.
final class AddressEmitter {

    private static final int LANE_SHIFT = 8;

    private final LaneEmitter lane;
    private final Mode pace;
    private final CodeBuilder code;
    private final InstructionView listing;

    /// How code treats accesses outside their windows.
    enum Mode {
        /// It gives up. Code that calls nothing keeps its values in registers.
        QUICK,
        /// It looks them up.
        PATIENT
    }

    AddressEmitter(LaneEmitter lane, Mode pace) {
        this.lane = lane;
        this.pace = pace;
        this.code = lane.code();
        this.listing = lane.listing();
    }

    /// Code for before the lanes' loop: what the site's addresses are compared with.
    void begin(AccessSite site) {
        switch (listing.space(site.pc())) {
            case MemorySpace.SHARED -> beginShared(site);
            case MemorySpace.GLOBAL, MemorySpace.CONSTANT, MemorySpace.GENERIC -> beginWindow(site);
            default -> {}
        }
    }

    private void beginShared(AccessSite site) {
        allocate(site);
        code.lconst_0().lstore(site.start);
        code.aload(LaneEmitter.WORKSPACE)
                .getfield(RuntimeCalls.WORKSPACE, "sharedSize", RuntimeCalls.J);
        positions(site);
        code.aload(LaneEmitter.WORKSPACE)
                .getfield(RuntimeCalls.WORKSPACE, "shared", RuntimeCalls.J);
        code.lstore(site.shift);
    }

    private void beginWindow(AccessSite site) {
        allocate(site);
        site.window = code.allocateLocal(TypeKind.REFERENCE);
        site.count = code.allocateLocal(TypeKind.INT);
        code.aload(LaneEmitter.WORKSPACE).loadConstant(site.pc());
        RuntimeCalls.callWorkspace(code, "window", RuntimeCalls.WINDOW, RuntimeCalls.I);
        code.astore(site.window);
        code.aload(site.window)
                .getfield(RuntimeCalls.WINDOW, "start", RuntimeCalls.J)
                .lstore(site.start);
        code.aload(site.window);
        RuntimeCalls.callWindow(code, "size", RuntimeCalls.J);
        positions(site);
        code.aload(site.window)
                .getfield(RuntimeCalls.WINDOW, "shift", RuntimeCalls.J)
                .lstore(site.shift);
        code.iconst_0().istore(site.count);
    }

    /// Sets the variable of how many aligned positions the access can have in as much memory as was
    /// pushed last.
    private void positions(AccessSite site) {
        int aligned = alignment(site) + 1;
        code.loadConstant((long) aligned - site.bytes()).ladd().lconst_0();
        RuntimeCalls.call(
                code, RuntimeCalls.MATH, "max", RuntimeCalls.J, RuntimeCalls.J, RuntimeCalls.J);
        code.loadConstant(Integer.numberOfTrailingZeros(aligned)).lshr().lstore(site.positions);
    }

    private void allocate(AccessSite site) {
        site.start = code.allocateLocal(TypeKind.LONG);
        site.positions = code.allocateLocal(TypeKind.LONG);
        site.shift = code.allocateLocal(TypeKind.LONG);
    }

    /// Goes where nothing is done if an access to shared memory would do wrong.
    void check(AccessSite site) {
        address(site);
        compare(site, lane.refuse());
    }

    /// Sets the variable of the site's place, where [#check] went before.
    void place(AccessSite site) {
        address(site);
        shift(site);
    }

    private void address(AccessSite site) {
        if (site.place < 0) {
            site.place = code.allocateLocal(TypeKind.LONG);
        }
        lane.push(listing.a(site.pc()));
        code.loadConstant((long) site.low()).ladd().lstore(site.place);
    }

    /// Sets the variable of the site's place, if it is not set yet.
    void find(AccessSite site) {
        if (site.place >= 0) {
            return;
        }
        address(site);
        switch (listing.space(site.pc())) {
            case MemorySpace.LOCAL -> ask(site, "local");
            case MemorySpace.PARAMETER -> askParameter(site);
            case MemorySpace.SHARED -> {
                compare(site, lane.decline());
                shift(site);
            }
            default -> findInWindow(site);
        }
    }

    /// Whether quick and patient code for an access differ.
    static boolean usesWindow(InstructionView listing, int pc) {
        int space = listing.space(pc);
        return LanePhase.isAccess(listing, pc)
                && (space == MemorySpace.GLOBAL
                        || space == MemorySpace.CONSTANT
                        || space == MemorySpace.GENERIC);
    }

    private void findInWindow(AccessSite site) {
        if (pace == Mode.QUICK) {
            compare(site, lane.decline());
            shift(site);
            code.iinc(site.count, 1);
            return;
        }
        var outside = code.newLabel();
        var found = code.newLabel();
        boolean generic = listing.space(site.pc()) == MemorySpace.GENERIC;
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
    private void compare(AccessSite site, Label elsewhere) {
        code.lload(site.place).lload(site.start).lsub();
        code.loadConstant(Integer.numberOfTrailingZeros(alignment(site) + 1));
        RuntimeCalls.call(
                code,
                RuntimeCalls.LONG,
                "rotateRight",
                RuntimeCalls.J,
                RuntimeCalls.J,
                RuntimeCalls.I);
        code.lload(site.positions);
        RuntimeCalls.call(
                code,
                RuntimeCalls.LONG,
                "compareUnsigned",
                RuntimeCalls.I,
                RuntimeCalls.J,
                RuntimeCalls.J);
        code.ifge(elsewhere);
    }

    private void shift(AccessSite site) {
        code.lload(site.place).lload(site.shift).ladd().lstore(site.place);
    }

    /// What the address must be a multiple of, less 1. Loads that are checked as one are all at
    /// multiples of it or none is.
    private int alignment(AccessSite site) {
        return listing.bytes(site.pc()) - 1;
    }

    /// Has the workspace find the place.
    private void ask(AccessSite site, String method) {
        code.aload(LaneEmitter.WORKSPACE);
        if (!method.equals("local")) {
            code.loadConstant(site.pc());
        }
        code.lload(site.place).loadConstant(site.bytes());
        code.loadConstant(request(site)).iload(lane.lane());
        code.loadConstant(LANE_SHIFT).ishl().ior();
        if (method.equals("local")) {
            RuntimeCalls.callWorkspace(
                    code, method, RuntimeCalls.J, RuntimeCalls.J, RuntimeCalls.I, RuntimeCalls.I);
        } else {
            RuntimeCalls.callWorkspace(
                    code,
                    method,
                    RuntimeCalls.J,
                    RuntimeCalls.I,
                    RuntimeCalls.J,
                    RuntimeCalls.I,
                    RuntimeCalls.I);
        }
        accept(site);
    }

    private void askParameter(AccessSite site) {
        if (listing.op(site.pc()) == Op.STORE) {
            code.goto_(lane.decline());
            return;
        }
        code.aload(LaneEmitter.WORKSPACE).lload(site.place).loadConstant(site.bytes());
        code.loadConstant(request(site));
        RuntimeCalls.callWorkspace(
                code, "parameter", RuntimeCalls.J, RuntimeCalls.J, RuntimeCalls.I, RuntimeCalls.I);
        accept(site);
    }

    private void accept(AccessSite site) {
        code.lstore(site.place).lload(site.place);
        code.lconst_0().lcmp().ifeq(lane.decline());
    }

    private int request(AccessSite site) {
        return alignment(site) | (listing.op(site.pc()) == Op.STORE ? BlockContext.STORES : 0);
    }
}
