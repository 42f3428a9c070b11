package org.offloadtck.engine.decode;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.decode.arithmetic.TypeSemantics;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.pass.LinearScanAllocator;
import org.offloadtck.ptx.pass.LiveIntervals;

/// The layout of the registers, parameters and local variables of a function.
public final class FrameLayout {

    /// Minimum alignment of frames.
    private static final int FRAME_ALIGNMENT = 16;

    /// Alignment of parameters and variables in a frame, so that they can be copied by words.
    private static final int WORD = Long.BYTES;

    private final int[] slots;
    private final int rows;
    private final int predicates;
    private final List<FrameSlot> parameters;
    private final List<FrameSlot> results;
    private final FrameSlot[] variables;
    private int bytes;
    private int leastAlignment;
    private int largestAlignment = FRAME_ALIGNMENT;

    public FrameLayout(Function function) {
        var body = function.body();
        var liveIntervals = LiveIntervals.of(body);
        slots = new int[body.registers().size()];
        predicates = placePredicates(body.registers());
        rows = placeRows(body.registers(), liveIntervals);
        leastAlignment = function.isKernel() ? 1 : WORD;
        parameters = place(function.signature().parameters());
        if (function.isKernel()) {
            bytes = 0;
            largestAlignment = FRAME_ALIGNMENT;
        }
        leastAlignment = WORD;
        results = place(function.signature().results());
        variables = new FrameSlot[body.variables().size()];
        placeVariables(body.variables(), liveIntervals);
    }

    /// The places of the parameters of a kernel.
    public static List<FrameSlot> parameters(Signature kernel) {
        var nothing = new Body(List.of(), List.of(), List.of(), List.of(), List.of());
        return new FrameLayout(new Function("", kernel, nothing)).parameters;
    }

    /// @return the number of predicates
    private int placePredicates(List<Register> registers) {
        int next = 0;
        for (var register : registers) {
            if (register.type() == PtxType.PRED) {
                slots[register.index()] = next++;
            }
        }
        return next;
    }

    /// @return the number of rows; registers whose live intervals do not overlap share a row
    private int placeRows(List<Register> registers, LiveIntervals liveIntervals) {
        var sharing = new TreeMap<Long, Register>();
        int next = 0;
        for (var register : registers) {
            if (register.type() != PtxType.PRED) {
                var interval = liveIntervals.ofRegister(register.index());
                if (interval.isPresent()) {
                    sharing.put(order(interval.orElseThrow(), register.index()), register);
                } else {
                    slots[register.index()] = next++ * Code.LANES;
                }
            }
        }
        var allocator = new LinearScanAllocator(next);
        for (var register : sharing.values()) {
            var interval = liveIntervals.ofRegister(register.index()).orElseThrow();
            slots[register.index()] = allocator.allocate(1, 1, interval) * Code.LANES;
        }
        return allocator.end();
    }

    private void placeVariables(List<Variable> list, LiveIntervals liveIntervals) {
        var sharing = new TreeMap<Long, Integer>();
        for (int i = 0; i < variables.length; i++) {
            var space = list.get(i).space();
            var interval = liveIntervals.ofVariable(i);
            variables[i] = new FrameSlot(0, 0);
            if (space == StateSpace.PARAM && interval.isPresent()) {
                sharing.put(order(interval.orElseThrow(), i), i);
            } else if (space == StateSpace.LOCAL || space == StateSpace.PARAM) {
                variables[i] = place(list.get(i));
            }
        }
        var allocator = new LinearScanAllocator(bytes);
        for (int i : sharing.values()) {
            var variable = list.get(i);
            int size = Math.toIntExact(variable.size());
            var interval = liveIntervals.ofVariable(i).orElseThrow();
            variables[i] =
                    new FrameSlot(allocator.allocate(size, alignment(variable), interval), size);
        }
        bytes = allocator.end();
    }

    /// A sort key: by start of the interval, then by index.
    private static long order(LiveIntervals.Interval interval, int index) {
        return (long) interval.first() << Integer.SIZE | index;
    }

    private int alignment(Variable variable) {
        largestAlignment = Math.max(largestAlignment, variable.alignment());
        return Math.max(leastAlignment, variable.alignment());
    }

    private List<FrameSlot> place(List<Variable> list) {
        var pieces = new ArrayList<FrameSlot>();
        for (var variable : list) {
            pieces.add(place(variable));
        }
        return pieces;
    }

    private FrameSlot place(Variable variable) {
        int alignment = alignment(variable);
        int offset = Math.ceilDiv(bytes, alignment) * alignment;
        int size = Math.toIntExact(variable.size());
        bytes = Math.addExact(offset, size);
        return new FrameSlot(offset, size);
    }

    /// The row of a register that is not a predicate.
    int row(Register register) {
        if (register.type() == PtxType.PRED) {
            throw new UnsupportedInstructionException(
                    "operand %s is a predicate".formatted(register.name()));
        }
        if (register.type().bits() > Long.SIZE) {
            throw TypeSemantics.unsupported(register.type());
        }
        return slots[register.index()];
    }

    int predicate(Register register) {
        if (register.type() != PtxType.PRED) {
            throw new UnsupportedInstructionException(
                    "operand %s is not a predicate".formatted(register.name()));
        }
        return slots[register.index()];
    }

    FrameSlot parameter(int index) {
        return parameters.get(index);
    }

    FrameSlot result(int index) {
        return results.get(index);
    }

    FrameSlot variable(int index) {
        return variables[index];
    }

    /// The decoded function with its code from `entry` to `end`. Its frame on the stack includes
    /// space for its registers, as spilled registers of a compiled function, so that recursion
    /// depth is limited.
    public DecodedFunction describe(Function function, int entry, int end, int sharedBytes) {
        int spilled = (rows + 2) * Long.BYTES;
        return new DecodedFunction(
                function,
                entry,
                end,
                rows * Code.LANES,
                predicates,
                parameters,
                results,
                align(bytes),
                largestAlignment,
                spilled,
                sharedBytes);
    }

    /// The next offset in local memory that is aligned for a frame.
    public static int align(int offset) {
        return Math.ceilDiv(offset, FRAME_ALIGNMENT) * FRAME_ALIGNMENT;
    }
}
