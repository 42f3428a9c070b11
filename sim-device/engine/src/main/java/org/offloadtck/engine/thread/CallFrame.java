package org.offloadtck.engine.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.program.DecodedFunction;

/// A call stack, as a node of the tree of calls: the function, the return address, and where its
/// registers and its part of local memory start.
///
/// Threads with the same call stack share the node, so that comparing call stacks is comparing
/// references. A frame caches the calls made from it, so that a repeated call allocates nothing. A
/// recursive function caches the last call only, which bounds the tree. A frame that `alloca` has
/// grown is a node of its own.
public abstract sealed class CallFrame {

    private final DecodedFunction function;
    private final int depth;
    private final int firstRow;
    private final int firstPredicate;
    private final int localStart;
    private final int stack;
    private final int extraLocal;
    private final List<Call> calls = new ArrayList<>();

    /// Frames that differ from this one in `extraLocal` only, by that; empty until there is one.
    private Map<Integer, CallFrame> sizes = Map.of();

    /// @param local where local memory is free from
    /// @param stack bytes of the stack that are taken
    private CallFrame(
            DecodedFunction function, int depth, int rows, int predicates, int local, int stack) {
        this.function = function;
        this.depth = depth;
        this.firstRow = rows;
        this.firstPredicate = predicates;
        int alignment = function.frameAlignment();
        this.localStart = Math.ceilDiv(local, alignment) * alignment;
        this.stack = stack + this.localStart - local;
        this.extraLocal = 0;
    }

    private CallFrame(CallFrame other, int taken) {
        this.function = other.function;
        this.depth = other.depth;
        this.firstRow = other.firstRow;
        this.firstPredicate = other.firstPredicate;
        this.localStart = other.localStart;
        this.stack = other.stack;
        this.extraLocal = taken;
        this.sizes = other.sizes;
    }

    public DecodedFunction function() {
        return function;
    }

    /// Calls below this one; 0 for the frame of the kernel.
    public int depth() {
        return depth;
    }

    /// Index of the frame's first row in the register file.
    public int firstRow() {
        return firstRow;
    }

    /// One past the frame's registers in the register file.
    public int rowsEnd() {
        return firstRow + function.rowLanes();
    }

    /// Index of the frame's first predicate.
    public int firstPredicate() {
        return firstPredicate;
    }

    public int predicatesEnd() {
        return firstPredicate + function.predicates();
    }

    /// Offset of the frame in local memory.
    public int localStart() {
        return localStart;
    }

    /// One past the frame in local memory.
    public int localEnd() {
        return localStart + function.frameBytes() + extraLocal;
    }

    /// Bytes of local memory beyond those of the function.
    public int extraLocal() {
        return extraLocal;
    }

    /// The same frame with another number of bytes beyond those of the function. Threads with the
    /// same number share the node.
    public CallFrame withExtraLocal(int bytes) {
        if (sizes.isEmpty()) {
            sizes = new TreeMap<>(Map.of(extraLocal, this));
        }
        return sizes.computeIfAbsent(bytes, this::resized);
    }

    abstract CallFrame resized(int bytes);

    /// Bytes of the stack that this frame and its callers take, spilled registers included.
    public int stackEnd() {
        return stack + function.frameBytes() + function.spillBytes() + extraLocal;
    }

    /// The frame of the caller; of the kernel, the frame itself.
    public abstract CallFrame caller();

    /// Whether the function is also active in a caller.
    private boolean recurs() {
        for (var frame = this; frame.depth > 0; frame = frame.caller()) {
            if (frame.caller().runs(function)) {
                return true;
            }
        }
        return false;
    }

    boolean runs(DecodedFunction wanted) {
        return function.entry() == wanted.entry();
    }

    /// The frame of a call from this one.
    ///
    /// @param returnTo program counter of the instruction after the call
    public Call call(DecodedFunction callee, CallSite site, int returnTo) {
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

    /// Discards the cached frames.
    void forgetCalls() {
        calls.clear();
        sizes = Map.of();
    }

    /// The frame of the kernel.
    public static final class Entry extends CallFrame {

        /// The frame of a kernel.
        ///
        /// @param rows number of constant rows of the register file
        /// @param predicates number of constant predicates
        /// @param local bytes of the module's own local variables
        public Entry(DecodedFunction kernel, int rows, int predicates, int local) {
            super(kernel, 0, rows, predicates, local, local);
        }

        private Entry(Entry other, int taken) {
            super(other, taken);
        }

        @Override
        public CallFrame caller() {
            return this;
        }

        @Override
        Entry resized(int bytes) {
            return new Entry(this, bytes);
        }
    }

    /// The frame of a called function.
    public static final class Call extends CallFrame {

        private final CallFrame caller;
        private final CallSite site;
        private final int returnTo;

        private Call(CallFrame caller, DecodedFunction function, CallSite site, int returnTo) {
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
        public CallFrame caller() {
            return caller;
        }

        @Override
        Call resized(int bytes) {
            return new Call(this, bytes);
        }

        /// The call site, with the frame slots of arguments and results.
        public CallSite site() {
            return site;
        }

        public int returnTo() {
            return returnTo;
        }
    }
}
