package org.offloadtck.timing.lowering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.timing.figures.ExecutionUnit;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.trace.AccessRecorder;

/// The order in which machine code has the instructions of an image.
///
/// The assembler (`ptxas`) moves instructions within a *region*: consecutive instructions of which
/// only the first may be a branch target, without barriers, fences, calls, reads of the clock and
/// branches. An instruction whose sequence contains a branch, as a division, is a region of its
/// own. The largest effect: all loads of a loop iteration are issued before the first use of one.
///
/// Threads may ask for regions at the same time, and find the same.
public final class InstructionOrder {

    /// Most instructions of a region. A longer one is split, which bounds the time of scheduling.
    private static final int LONGEST = 1024;

    private final LoadedProgram image;
    private final TimedDevice device;
    private final ImageLowering lowering;

    /// Program counters that control may come to from elsewhere.
    private final BitSet starts;

    /// By program counter, the region it is in, once one of its instructions was asked for.
    private final Region[] regions;

    /// Instructions from `from` on.
    ///
    /// @param order at each place, the program counter of the instruction that is there
    /// @param accesses the accesses of memory, in that order, by their number in the order of PTX
    @SuppressWarnings("ArrayRecordComponent")
    private // nobody compares it
    record Region(int from, int[] order, int[] accesses) {

        private static final Region UNKNOWN = new Region(0, new int[0], new int[0]);

        boolean movesAccesses() {
            for (int i = 0; i < accesses.length; i++) {
                if (accesses[i] != i) {
                    return true;
                }
            }
            return false;
        }
    }

    public InstructionOrder(LoadedProgram image, TimedDevice device, ImageLowering lowering) {
        this.image = image;
        this.device = device;
        this.lowering = lowering;
        this.starts = starts(image);
        this.regions = new Region[image.code().instructions().size()];
        Arrays.fill(regions, Region.UNKNOWN);
    }

    private static BitSet starts(LoadedProgram image) {
        var starts = new BitSet();
        image.functions().forEach(function -> starts.set(function.entry()));
        var code = image.code();
        for (int pc = 0; pc < code.instructions().size(); pc++) {
            code.branchTargets(pc).forEach(starts::set);
        }
        return starts;
    }

    /// The instruction at a place of machine code, places being numbered as program counters.
    public int at(int place) {
        var region = region(place);
        return region.order[place - region.from];
    }

    /// Whether instructions that follow each other are those of whole regions.
    ///
    /// @param from the first program counter
    /// @param to the one after the last
    public boolean areWhole(int from, int to) {
        return region(from).from == from && (to == regions.length || region(to).from == to);
    }

    /// Whether accesses of memory change their order in instructions that follow each other.
    ///
    /// @param from the first program counter
    /// @param to the one after the last
    boolean movesAccesses(int from, int to) {
        boolean moves = false;
        for (int at = from; at < to && !moves; at += region(at).order.length) {
            moves = region(at).movesAccesses();
        }
        return moves;
    }

    /// The accesses of memory of a region, in the order of machine code, by their number in the
    /// order of PTX. The caller must not change the array.
    ///
    /// @param from the first program counter of the region
    int[] accesses(int from) {
        return region(from).accesses;
    }

    /// How many instructions a region has.
    ///
    /// @param from its first program counter
    int length(int from) {
        return region(from).order.length;
    }

    /// How many instructions of a range access memory.
    int accessCount(int from, int to) {
        int count = 0;
        for (int pc = from; pc < to; pc++) {
            count += AccessRecorder.isAccess(image, pc) ? 1 : 0;
        }
        return count;
    }

    private Region region(int programCounter) {
        var known = regions[programCounter];
        return known.order.length == 0 ? find(programCounter) : known;
    }

    private Region find(int programCounter) {
        int from = programCounter;
        while (isInside(from)) {
            from--;
        }
        int to = programCounter + 1;
        while (to < regions.length && isInside(to)) {
            to++;
        }
        for (int part = from; part < to; part += LONGEST) {
            set(part, Math.min(part + LONGEST, to));
        }
        return regions[programCounter];
    }

    private void set(int from, int to) {
        int[] order = order(from, to);
        Arrays.fill(regions, from, to, new Region(from, order, accesses(from, order)));
    }

    /// Whether an instruction is in the region of the one before it.
    private boolean isInside(int programCounter) {
        return programCounter > 0
                && !starts.get(programCounter)
                && moves(programCounter)
                && moves(programCounter - 1);
    }

    private boolean moves(int programCounter) {
        return switch (image.code().words()[programCounter * Code.STRIDE]) {
            case Op.BRANCH,
                    Op.BRANCH_INDEXED,
                    Op.CALL,
                    Op.CALL_INDIRECT,
                    Op.CALL_BUILTIN,
                    Op.RETURN,
                    Op.EXIT,
                    Op.TRAP,
                    Op.UNSUPPORTED,
                    Op.BARRIER,
                    Op.BARRIER_ARRIVE,
                    Op.BARRIER_REDUCE,
                    Op.WARP_BARRIER,
                    Op.SLEEP,
                    Op.ALLOCA,
                    Op.STACK_RESTORE,
                    Op.NOTHING,
                    Op.BULK_COPY,
                    Op.WARPGROUP_PRODUCT,
                    Op.TENSOR_MEMORY,
                    Op.TENSOR_CORE,
                    Op.TENSOR_COPY,
                    Op.CLOCK ->
                    false;
            default -> lowering.sequence(programCounter).instructions(ExecutionUnit.CONTROL) == 0;
        };
    }

    private int[] order(int from, int to) {
        var nodes = new ArrayList<ListSchedule.Node>();
        for (int pc = from; pc < to; pc++) {
            nodes.add(node(pc));
        }
        int[] order = ListSchedule.order(nodes, device.timing());
        for (int i = 0; i < order.length; i++) {
            order[i] += from;
        }
        return order;
    }

    private int[] accesses(int from, int[] order) {
        int[] numbers = new int[order.length];
        int count = 0;
        for (int i = 0; i < order.length; i++) {
            numbers[i] = count;
            count += AccessRecorder.isAccess(image, from + i) ? 1 : 0;
        }
        return Arrays.stream(order)
                .filter(pc -> AccessRecorder.isAccess(image, pc))
                .map(pc -> numbers[pc - from])
                .toArray();
    }

    /// A load takes as long as a hit in the first-level cache: the assembler knows no better.
    private ListSchedule.Node node(int programCounter) {
        var sequence = lowering.sequence(programCounter);
        var use = RegisterDependencies.of(image.instruction(programCounter));
        var memory = memory(programCounter);
        int latency =
                memory.accesses()
                        ? device.timing().value(Quantity.L1_LATENCY)
                        : lowering.latency(programCounter, sequence, use);
        return new ListSchedule.Node(sequence, use, memory, latency);
    }

    private ListSchedule.Memory memory(int programCounter) {
        if (!AccessRecorder.isAccess(image, programCounter)) {
            return ListSchedule.Memory.NONE;
        }
        boolean isAtomic = image.code().words()[programCounter * Code.STRIDE] == Op.ATOMIC;
        if (isAtomic || !(image.instruction(programCounter) instanceof Operation operation)) {
            return ListSchedule.Memory.ANY;
        }
        if (Op.isOnTexels(image.code().words()[programCounter * Code.STRIDE])) {
            return ListSchedule.Memory.OTHER;
        }
        if (operation.modifiers().or(MemorySemantics.WEAK) != MemorySemantics.WEAK) {
            return ListSchedule.Memory.ANY;
        }
        return switch (operation.modifiers().or(StateSpace.GENERIC)) {
            case SHARED, SHARED_CTA, SHARED_CLUSTER -> ListSchedule.Memory.SHARED;
            case GLOBAL, LOCAL, CONST -> ListSchedule.Memory.OTHER;
            case GENERIC, PARAM, PARAM_ENTRY, PARAM_FUNC, REG, SREG, TEX -> ListSchedule.Memory.ANY;
        };
    }
}
