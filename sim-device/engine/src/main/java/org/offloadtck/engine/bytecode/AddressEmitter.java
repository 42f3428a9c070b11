package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// Emits the checks of accesses and the computation of their places in this process.
///
/// Global and generic addresses are compared with the window of the access site: the allocation
/// that its accesses hit last. For an address outside, code of mode [Mode#QUICK] declines and code
/// of mode [Mode#PATIENT] looks it up, which moves the window. No access is made before its place
/// is found.
final class AddressEmitter {

    private static final int LANE_SHIFT = 8;

    private final LaneEmitter lane;
    private final Mode pace;
    private final CodeBuilder code;
    private final InstructionView view;

    /// What code does with accesses outside their windows.
    enum Mode {
        /// Declines. Code without calls keeps its values in registers.
        QUICK,
        /// Looks them up.
        PATIENT
    }

    AddressEmitter(LaneEmitter lane, Mode pace) {
        this.lane = lane;
        this.pace = pace;
        this.code = lane.code();
        this.view = lane.view();
    }

    /// Emits the code before the loop over lanes: the variables that the addresses of the site are
    /// compared with.
    void begin(AccessSite site) {
        switch (view.space(site.pc())) {
            case MemorySpace.SHARED -> beginShared(site);
            case MemorySpace.GLOBAL, MemorySpace.CONSTANT, MemorySpace.GENERIC -> beginWindow(site);
            default -> {}
        }
    }

    private void beginShared(AccessSite site) {
        allocate(site);
        code.lconst_0().lstore(site.start);
        code.aload(LaneEmitter.CONTEXT)
                .getfield(RuntimeCalls.CONTEXT, "sharedSize", RuntimeCalls.J);
        positions(site);
        code.aload(LaneEmitter.CONTEXT).getfield(RuntimeCalls.CONTEXT, "shared", RuntimeCalls.J);
        code.lstore(site.shift);
    }

    private void beginWindow(AccessSite site) {
        allocate(site);
        site.window = code.allocateLocal(TypeKind.REFERENCE);
        site.count = code.allocateLocal(TypeKind.INT);
        code.aload(LaneEmitter.CONTEXT).loadConstant(site.pc());
        RuntimeCalls.callContext(code, "window", RuntimeCalls.WINDOW, RuntimeCalls.I);
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

    /// Sets the variable of the number of aligned positions of the access in memory of the pushed
    /// size.
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

    /// Emits the check of an access to shared memory, without a branch, so that HotSpot can check
    /// several lanes with one instruction.
    ///
    /// @param outside variable that becomes negative if the access is invalid
    void check(AccessSite site, int outside) {
        int position = code.allocateLocal(TypeKind.LONG);
        address(site);
        pushPosition(site);
        code.lstore(position);
        code.lload(site.positions).loadConstant(1L).lsub().lload(position).lsub();
        code.lload(position).lor().lload(outside).lor().lstore(outside);
    }

    /// Sets the variable of the place of the site, after [#check].
    void place(AccessSite site) {
        address(site);
        shift(site);
    }

    private void address(AccessSite site) {
        if (site.place < 0) {
            site.place = code.allocateLocal(TypeKind.LONG);
        }
        lane.push(view.a(site.pc()));
        code.loadConstant((long) site.low()).ladd().lstore(site.place);
    }

    /// Sets the variable of the place of the site, if it is not set yet.
    void find(AccessSite site) {
        if (site.place >= 0) {
            return;
        }
        address(site);
        switch (view.space(site.pc())) {
            case MemorySpace.LOCAL -> ask(site, "local");
            case MemorySpace.PARAMETER -> askParameter(site);
            case MemorySpace.SHARED -> {
                compare(site, lane.decline());
                shift(site);
            }
            default -> findInWindow(site);
        }
    }

    /// Whether the code of the two modes differs for an access.
    static boolean usesWindow(InstructionView view, int pc) {
        int space = view.space(pc);
        return LanePhase.isAccess(view, pc)
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
        boolean generic = view.space(site.pc()) == MemorySpace.GENERIC;
        compare(site, outside);
        shift(site);
        if (generic) {
            code.iinc(site.count, 1);
        }
        code.goto_(found).labelBinding(outside);
        ask(site, generic ? "generic" : "global");
        code.labelBinding(found);
    }

    /// Emits a branch for an address that is outside the window or misaligned.
    private void compare(AccessSite site, Label elsewhere) {
        pushPosition(site);
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

    /// Pushes the index of the position of the access: the distance from the start, rotated right.
    /// A misaligned or negative distance becomes a large index, which is not in the window.
    private void pushPosition(AccessSite site) {
        code.lload(site.place).lload(site.start).lsub();
        code.loadConstant(Integer.numberOfTrailingZeros(alignment(site) + 1));
        RuntimeCalls.call(
                code,
                RuntimeCalls.LONG,
                "rotateRight",
                RuntimeCalls.J,
                RuntimeCalls.J,
                RuntimeCalls.I);
    }

    private void shift(AccessSite site) {
        code.lload(site.place).lload(site.shift).ladd().lstore(site.place);
    }

    /// The required alignment, less 1. Loads of one site are all aligned or none is.
    private int alignment(AccessSite site) {
        return view.bytes(site.pc()) - 1;
    }

    /// Emits a call that finds the place.
    private void ask(AccessSite site, String method) {
        code.aload(LaneEmitter.CONTEXT);
        boolean looksUp = !method.equals("local");
        if (looksUp) {
            code.loadConstant(site.pc());
        }
        code.lload(site.place).loadConstant(site.bytes());
        code.loadConstant(request(site)).iload(lane.lane());
        code.loadConstant(LANE_SHIFT).ishl().ior();
        RuntimeCalls.callPlace(code, method, looksUp);
        accept(site);
    }

    private void askParameter(AccessSite site) {
        if (view.op(site.pc()) == Op.STORE) {
            code.goto_(lane.decline());
            return;
        }
        code.aload(LaneEmitter.CONTEXT).lload(site.place).loadConstant(site.bytes());
        code.loadConstant(request(site));
        RuntimeCalls.callContext(
                code, "parameter", RuntimeCalls.J, RuntimeCalls.J, RuntimeCalls.I, RuntimeCalls.I);
        accept(site);
    }

    private void accept(AccessSite site) {
        code.lstore(site.place).lload(site.place);
        code.lconst_0().lcmp().ifeq(lane.decline());
    }

    private int request(AccessSite site) {
        return alignment(site) | (view.op(site.pc()) == Op.STORE ? BlockContext.STORES : 0);
    }
}
