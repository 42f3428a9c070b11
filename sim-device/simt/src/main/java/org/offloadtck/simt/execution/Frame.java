package org.offloadtck.simt.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.simt.image.CallSite;
import org.offloadtck.simt.image.DeviceFunction;

/// A call stack, as a node of the tree of calls: the function that runs, where it returns to, and
/// where its registers and its part of local memory begin.
///
/// Threads that came the same way share the node, so that comparing call stacks is comparing
/// references. A frame remembers the calls made from it, so that calling again makes nothing new; a
/// function that is on the stack twice remembers the last only, which keeps the tree from growing
/// with every path through a recursion. A frame that `alloca` has grown is a node beside it.
public abstract sealed class Frame {

    private final DeviceFunction function;
    private final int depth;
    private final int rows;
    private final int predicates;
    private final int local;
    private final int stack;
    private final int taken;
    private final List<Call> calls = new ArrayList<>();

    /// This frame and those that differ from it in `taken` only, by that; none before there are
    /// any.
    private Map<Integer, Frame> sizes = Map.of();

    /// @param local where local memory is free from
    /// @param stack bytes of the stack that are taken
    private Frame(
            DeviceFunction function, int depth, int rows, int predicates, int local, int stack) {
        this.function = function;
        this.depth = depth;
        this.rows = rows;
        this.predicates = predicates;
        int alignment = function.frameAlignment();
        this.local = Math.ceilDiv(local, alignment) * alignment;
        this.stack = stack + this.local - local;
        this.taken = 0;
    }

    private Frame(Frame other, int taken) {
        this.function = other.function;
        this.depth = other.depth;
        this.rows = other.rows;
        this.predicates = other.predicates;
        this.local = other.local;
        this.stack = other.stack;
        this.taken = taken;
        this.sizes = other.sizes;
    }

    public DeviceFunction function() {
        return function;
    }

    /// Calls below this one; 0 for the kernel's own frame.
    public int depth() {
        return depth;
    }

    /// Index of the frame's first row in the register file.
    public int rows() {
        return rows;
    }

    /// One past the frame's registers in the register file.
    public int rowsEnd() {
        return rows + function.rowLanes();
    }

    /// Index of the frame's first predicate.
    public int predicates() {
        return predicates;
    }

    public int predicatesEnd() {
        return predicates + function.predicates();
    }

    /// Offset of the frame in local memory.
    public int local() {
        return local;
    }

    /// One past the frame in local memory.
    public int localEnd() {
        return local + function.frameBytes() + taken;
    }

    /// Bytes of local memory it has beyond its function's.
    int taken() {
        return taken;
    }

    /// The same frame with so many bytes of local memory beyond its function's. Threads that took
    /// as much share the node.
    Frame taking(int bytes) {
        if (sizes.isEmpty()) {
            sizes = new TreeMap<>(Map.of(taken, this));
        }
        return sizes.computeIfAbsent(bytes, this::resized);
    }

    abstract Frame resized(int bytes);

    /// What the frame and those below it take of a thread's stack, registers that a compiled
    /// function would have spilled included, in bytes.
    int stackEnd() {
        return stack + function.frameBytes() + function.spillBytes() + taken;
    }

    /// The frame this one was called from; its own for the kernel's.
    public abstract Frame caller();

    /// Whether the frame's function is on the stack below it, too.
    private boolean recurs() {
        for (var frame = this; frame.depth > 0; frame = frame.caller()) {
            if (frame.caller().runs(function)) {
                return true;
            }
        }
        return false;
    }

    boolean runs(DeviceFunction wanted) {
        return function.entry() == wanted.entry();
    }

    /// The frame of a call made from this one.
    ///
    /// @param returnTo program counter of the instruction after the call
    Call call(DeviceFunction callee, CallSite site, int returnTo) {
        for (int i = 0; i < calls.size(); i++) {
            var call = calls.get(i);
            if (call.returnTo == returnTo && call.runs(callee)) {
                return call;
            }
        }
        if (recurs()) {
            calls.clear();
        }
        var call = new Call(this, callee, site, returnTo);
        calls.add(call);
        return call;
    }

    /// Forgets the calls made from this frame, and how it grew.
    void forgetCalls() {
        calls.clear();
        sizes = Map.of();
    }

    /// The frame of the kernel.
    public static final class Entry extends Frame {

        /// The frame of `kernel`, whose parts begin where the fixed rows, the fixed predicates and
        /// the module's own local variables end.
        Entry(DeviceFunction kernel, int rows, int predicates, int local) {
            super(kernel, 0, rows, predicates, local, local);
        }

        private Entry(Entry other, int taken) {
            super(other, taken);
        }

        @Override
        public Frame caller() {
            return this;
        }

        @Override
        Entry resized(int bytes) {
            return new Entry(this, bytes);
        }
    }

    /// The frame of a called function.
    public static final class Call extends Frame {

        private final Frame caller;
        private final CallSite site;
        private final int returnTo;

        private Call(Frame caller, DeviceFunction function, CallSite site, int returnTo) {
            super(
                    function,
                    caller.depth + 1,
                    caller.rowsEnd(),
                    caller.predicatesEnd(),
                    caller.localEnd(),
                    caller.stackEnd());
            this.caller = caller;
            this.site = site;
            this.returnTo = returnTo;
        }

        private Call(Call other, int taken) {
            super(other, taken);
            this.caller = other.caller;
            this.site = other.site;
            this.returnTo = other.returnTo;
        }

        @Override
        public Frame caller() {
            return caller;
        }

        @Override
        Call resized(int bytes) {
            return new Call(this, bytes);
        }

        /// Where it was called, with the places of arguments and results.
        public CallSite site() {
            return site;
        }

        int returnTo() {
            return returnTo;
        }
    }
}
