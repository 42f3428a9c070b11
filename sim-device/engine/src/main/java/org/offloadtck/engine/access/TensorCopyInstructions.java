package org.offloadtck.engine.access;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.code.BulkCopy;
import org.offloadtck.engine.code.BulkCopy.Combination.Reduction;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.TensorCopy;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.memory.BulkTransfer.Effect;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.memory.SharedWindow;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.tensor.MalformedTensorMapException;
import org.offloadtck.engine.tensor.TensorBox;
import org.offloadtck.engine.tensor.TensorMap;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.pass.TensorMapLayout;

/// Executes copies and reductions of boxes of tensors, lane by lane in ascending order. A copy
/// completes before the next instruction. The observer learns of all ranges before the first is
/// accessed.
public final class TensorCopyInstructions {

    /// What the address of a box in shared memory is a multiple of (PTX ISA 9.0 §9.7.9.25.5.2).
    private static final int BOX_ALIGNMENT = 128;

    /// What the address of a box in global memory is a multiple of (PTX ISA 9.0 §5.5.3.1).
    private static final int BOX_START = 16;

    /// Bytes that are moved at a time, at most.
    private static final int UNIT = 16;

    /// The 16 bits of a NaN that fills elements outside of a tensor: assumed, as the documents do
    /// not say which NaN it is.
    private static final long NAN = 0x7ff7_7ff7_7ff7_7ff7L;

    private final MemoryInstructions memory;
    private final LaunchObserver observer;
    private final BulkTransfer transfer = new BulkTransfer();
    private final List<TensorMap> maps = new ArrayList<>();

    public TensorCopyInstructions(MemoryInstructions memory, LaunchObserver observer) {
        this.memory = memory;
        this.observer = observer;
    }

    /// Executes the next instruction of a group, which is a copy of a box of a tensor.
    public void execute(Warp warp, LaneGroup group, int active) {
        var code = memory.image().code();
        var copy = code.tensorCopies().get(code.words()[group.pc() * Code.STRIDE + Code.X]);
        boolean reduces = copy.kind() instanceof TensorCopy.Kind.Reduce;
        transfer.begin(reduces ? Effect.REDUCES : Effect.REPLACES);
        maps.clear();
        for (int rest = active; rest != 0; rest &= rest - 1) {
            select(warp, group, copy, Integer.numberOfTrailingZeros(rest));
        }
        observer.bulkCopied(warp, group, active, transfer);
        memory.order(group.pc());
        int index = 0;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            var map = maps.get(index++);
            move(warp, group.pc(), lane, copy, map);
            setResult(warp, group, lane, (long) map.boxBytes() * boxes(copy));
        }
        memory.order(group.pc());
    }

    private void select(Warp warp, LaneGroup group, TensorCopy copy, int lane) {
        int[] lists = memory.image().code().operandLists();
        int list = word(group, Code.B);
        var coordinates = new ArrayList<Integer>();
        for (int d = 0; d < copy.coordinates(); d++) {
            coordinates.add((int) value(warp, group, lists[list + d], lane));
        }
        var map = map(warp, group, copy, lane);
        requireAligned(lane, coordinates.getFirst(), map);
        long shared = shared(warp, group, copy, lane);
        maps.add(map);
        transfer.beginLane(lane);
        int mask = (int) value(warp, group, lists[list + copy.coordinates()], lane);
        if (mask == 0) {
            return;
        }
        boolean isMulticast = mask != BulkCopy.NO_MULTICAST;
        transfer.setRanks(lane, isMulticast ? mask : ranks(warp, group, copy, lane));
        var pieces = new Selection(lane, copy.isLoad());
        for (var box : boxes(lane, copy, map, coordinates, shared)) {
            box.forEach(pieces);
        }
    }

    private static int boxes(TensorCopy copy) {
        return switch (copy.selection()) {
            case BOX -> 1;
            case ROWS -> TensorCopy.ROWS;
        };
    }

    private static List<TensorBox> boxes(
            int lane, TensorCopy copy, TensorMap map, List<Integer> coordinates, long shared) {
        if (copy.selection() == TensorCopy.Selection.BOX) {
            return List.of(new TensorBox(map, coordinates, shared));
        }
        int count = map.dimensions().get(1).count();
        if (count != 1) {
            throw invalid(
                    lane, "box of a tensor has %d rows when a gather needs 1".formatted(count));
        }
        var rows = coordinates.subList(1, coordinates.size());
        return TensorBox.ofRows(map, coordinates.getFirst(), rows, shared);
    }

    /// Requires that the box begins at a multiple of 16 bytes of global memory (PTX ISA 9.0
    /// §5.5.3.1), as its rows do.
    private static void requireAligned(int lane, int coordinate, TensorMap map) {
        if ((long) coordinate * map.element().bytes() % BOX_START != 0) {
            throw new LaneFault(
                    FaultKind.MISALIGNED,
                    lane,
                    "box of a tensor begins at element %d of %d bytes when it should begin at a multiple of %d bytes"
                            .formatted(coordinate, map.element().bytes(), BOX_START));
        }
    }

    /// Adds the pieces of a box to the transfer.
    private final class Selection implements TensorBox.Pieces {

        private final int lane;
        private final boolean loads;

        Selection(int lane, boolean loads) {
            this.lane = lane;
            this.loads = loads;
        }

        @Override
        public void inside(long shared, long global, int bytes) {
            transfer.add(lane, loads ? shared : global, loads ? global : shared, bytes);
        }

        @Override
        public void outside(long shared, int bytes) {
            if (loads) {
                transfer.add(lane, shared, BulkTransfer.CONSTANT, bytes);
            }
        }
    }

    private TensorMap map(Warp warp, LaneGroup group, TensorCopy copy, int lane) {
        long address = value(warp, group, word(group, Code.A), lane);
        var bytes = ByteBuffer.allocate(TensorMapLayout.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < TensorMapLayout.BYTES; at += TensorMapLayout.ALIGNMENT) {
            long place =
                    memory.tensorMap(warp, group, lane, address + at, TensorMapLayout.ALIGNMENT);
            for (int i = 0; i < TensorMapLayout.ALIGNMENT; i += Long.BYTES) {
                bytes.putLong(at + i, NativeBytes.get(place + i, Long.BYTES));
            }
        }
        try {
            var map = TensorMap.read(bytes);
            if (map.unsupported().isPresent()) {
                throw new LaneFault(
                        FaultKind.UNSUPPORTED,
                        lane,
                        "tensor map at 0x%x has %s, which is not simulated"
                                .formatted(address, map.unsupported().orElseThrow()));
            }
            if (map.dimensions().size() != copy.rank()) {
                throw invalid(
                        lane,
                        "tensor map at 0x%x has %d dimensions when the instruction has %d"
                                .formatted(address, map.dimensions().size(), copy.rank()));
            }
            return map;
        } catch (MalformedTensorMapException malformed) {
            throw invalid(lane, "%s, at 0x%x".formatted(malformed.getMessage(), address));
        }
    }

    private static LaneFault invalid(int lane, String problem) {
        return new LaneFault(FaultKind.INVALID_TENSOR_MAP, lane, problem);
    }

    /// The CTAs whose shared memory has the box, as [BulkTransfer#ranks].
    private int ranks(Warp warp, LaneGroup group, TensorCopy copy, int lane) {
        return BulkCopyInstructions.ranks(warp, lane, sharedOperand(warp, group, copy, lane));
    }

    private long sharedOperand(Warp warp, LaneGroup group, TensorCopy copy, int lane) {
        return value(warp, group, word(group, Code.C), lane) + copy.sharedOffset();
    }

    /// The flat address of the box, which names no rank.
    private long shared(Warp warp, LaneGroup group, TensorCopy copy, int lane) {
        long operand = sharedOperand(warp, group, copy, lane);
        long address =
                copy.isLoad()
                        ? BulkCopyInstructions.shared(operand)
                        : BulkCopyInstructions.source(warp, lane, operand);
        long offset = address - AddressSpace.SHARED;
        if (offset % BOX_ALIGNMENT != 0) {
            throw new LaneFault(
                    FaultKind.MISALIGNED,
                    lane,
                    "box of a tensor at 0x%x of shared memory is not at a multiple of %d"
                            .formatted(offset, BOX_ALIGNMENT));
        }
        return address;
    }

    private int word(LaneGroup group, int word) {
        return memory.image().code().words()[group.pc() * Code.STRIDE + word];
    }

    private static long value(Warp warp, LaneGroup group, int operand, int lane) {
        return warp.registers()[warp.row(operand, group.frame().firstRow()) + lane];
    }

    private void setResult(Warp warp, LaneGroup group, int lane, long value) {
        int row = warp.row(word(group, Code.D), group.frame().firstRow());
        warp.registers()[row + lane] = value;
    }

    private void move(Warp warp, int pc, int lane, TensorCopy copy, TensorMap map) {
        for (int range = 0; range < transfer.ranges(lane); range++) {
            long target = transfer.target(lane, range);
            long source = transfer.source(lane, range);
            long bytes = transfer.bytes(lane, range);
            boolean isFilled = source == BulkTransfer.CONSTANT;
            for (long done = 0; done < bytes; ) {
                int unit = unit(target + done, bytes - done, copy, map);
                long from =
                        isFilled
                                ? BulkTransfer.CONSTANT
                                : place(warp, pc, lane, source + done, unit, AccessKind.LOAD);
                put(warp, pc, lane, copy, map, new Move(from, target + done, unit));
                done += unit;
            }
        }
    }

    /// A part of a range that is accessed at once.
    ///
    /// @param from place in this process, or [BulkTransfer#CONSTANT]
    /// @param target in the flat address space
    private record Move(long from, long target, int bytes) {}

    /// Bytes that are moved next: an element of a reduction, otherwise as many as alignment
    /// permits. Source and target of a range have the same place in 16 bytes.
    private static int unit(long target, long left, TensorCopy copy, TensorMap map) {
        if (copy.kind() instanceof TensorCopy.Kind.Reduce || map.element().isFlushed()) {
            return map.element().bytes();
        }
        long most = Math.min(UNIT, Long.highestOneBit(left));
        return (int) Math.min(most, Long.lowestOneBit(target | UNIT));
    }

    /// Writes a part of a range, in each CTA of a multicast.
    private void put(Warp warp, int pc, int lane, TensorCopy copy, TensorMap map, Move move) {
        boolean reduces = copy.kind() instanceof TensorCopy.Kind.Reduce;
        var access = reduces ? AccessKind.ATOMIC : AccessKind.STORE;
        if (transfer.ranks(lane) == BulkTransfer.OWN) {
            long to = place(warp, pc, lane, move.target(), move.bytes(), access);
            put(lane, copy, map, move, to);
        }
        for (int rest = transfer.ranks(lane); rest != 0; rest &= rest - 1) {
            long mapped = SharedWindow.map(move.target(), Integer.numberOfTrailingZeros(rest));
            put(lane, copy, map, move, place(warp, pc, lane, mapped, move.bytes(), access));
        }
    }

    private void put(int lane, TensorCopy copy, TensorMap map, Move move, long to) {
        int bytes = move.bytes();
        if (move.from() == BulkTransfer.CONSTANT) {
            fill(to, bytes, map);
            return;
        }
        switch (copy.kind()) {
            case TensorCopy.Kind.Load _ -> {
                if (map.element().isFlushed()) {
                    float value = Float.intBitsToFloat((int) NativeBytes.get(move.from(), bytes));
                    NativeBytes.put(to, bytes, Float.floatToRawIntBits(Floats.flush(value)));
                } else {
                    NativeBytes.copy(move.from(), to, bytes);
                }
            }
            case TensorCopy.Kind.Store _ -> NativeBytes.copy(move.from(), to, bytes);
            case TensorCopy.Kind.Reduce reduce ->
                    ElementReductions.combine(
                            memory, reduction(reduce, lane, map), move.from(), to);
        }
    }

    private static Reduction reduction(TensorCopy.Kind.Reduce reduce, int lane, TensorMap map) {
        var reduction = reduce.reductions().get(map.element());
        if (reduction == null) {
            throw new LaneFault(
                    FaultKind.UNSUPPORTED,
                    lane,
                    "reduction of a tensor with elements of type %s, which PTX lacks"
                            .formatted(map.element()));
        }
        return reduction;
    }

    private static void fill(long place, int bytes, TensorMap map) {
        long value = map.fill() == TensorMap.Fill.NAN ? NAN : 0;
        for (int at = 0; at < bytes; at += Math.min(bytes, Long.BYTES)) {
            NativeBytes.put(place + at, Math.min(bytes, Long.BYTES), value);
        }
    }

    private long place(Warp warp, int pc, int lane, long address, int bytes, AccessKind access) {
        return AddressSpace.window(address) == AddressSpace.SHARED
                ? memory.shared(warp, address - AddressSpace.SHARED, bytes, lane, access)
                : memory.part(warp, pc, lane, address, bytes, access);
    }
}
