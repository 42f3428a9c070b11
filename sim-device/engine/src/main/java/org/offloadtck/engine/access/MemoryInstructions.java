package org.offloadtck.engine.access;

import static org.offloadtck.engine.semantics.Integers.signed;
import static org.offloadtck.engine.semantics.Integers.truncate;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.memory.SharedWindow;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.semantics.MbarrierMisuseException;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.LocalMemory;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.ir.Instruction.Operation;

/// Executes loads, stores and atomics, lane by lane in ascending order, and checks every access.
///
/// Global accesses are checked against the cached allocations first ([AllocationCache]).
public final class MemoryInstructions {

    private final LoadedProgram program;
    private final GlobalMemory memory;
    private final long shift;
    private final RunningCounters counts;
    private final int[] words;
    private final int[] lists;
    private final LaneFunction[] functions;
    private final MemorySegment parameters;
    private final AllocationCache hits;
    private final HostPages host;
    private final SubwordAccess around;
    private final FullWarpAccess rows;
    private final UniformLocalAccess local;
    private final DistributedSharedMemory distributed;

    private Concurrency company = Concurrency.ALONE;
    private HeapAccessListener heapAccesses = (_, _, _, _) -> {};
    private PhaseListener phases = (_, _) -> {};

    /// Distance in this process between two words of the access that was resolved last.
    private long pitch = Long.BYTES;

    /// Whether others access global memory during the launch.
    public enum Concurrency {
        ALONE,
        /// Other threads of this process or the host process access it.
        THREADS
    }

    /// Receives the accesses to the heap of `malloc` outside its live blocks.
    public interface HeapAccessListener {

        /// An instruction has made one.
        ///
        /// @param fault creates what it would be outside the heap
        void accessed(Warp warp, int programCounter, long address, Supplier<LaneFault> fault);
    }

    /// Receives the phases of `mbarrier` objects that complete.
    public interface PhaseListener {

        /// An instruction has completed the current phase of an object.
        ///
        /// @param address of the object, in the flat address space
        void completed(Cta cta, long address);
    }

    /// @param parameters the kernel's parameters, in native memory
    /// @param arena owner of copies of host memory
    public MemoryInstructions(
            LoadedProgram program, MemorySegment parameters, RunningCounters counts, Arena arena) {
        this.program = program;
        this.memory = program.memory();
        this.shift = memory.hostOffset();
        this.counts = counts;
        this.words = program.code().words();
        this.lists = program.code().operandLists();
        this.functions = program.code().laneFunctions();
        this.parameters = parameters;
        this.hits = new AllocationCache(memory, program.code().instructions().size());
        this.host = new HostPages(program, arena);
        this.around = new SubwordAccess(program);
        this.rows = new FullWarpAccess(program, counts, hits, host);
        this.local = new UniformLocalAccess(program.code());
        this.distributed = new DistributedSharedMemory(counts);
    }

    public LoadedProgram image() {
        return program;
    }

    public void setHeapAccessListener(HeapAccessListener other) {
        heapAccesses = other;
    }

    public void setPhaseListener(PhaseListener other) {
        phases = other;
    }

    public void setConcurrency(Concurrency other) {
        company = other;
    }

    /// The context of compiled blocks that access this memory.
    public BlockContext workspace() {
        return new BlockContext(
                hits::find,
                new BlockContext.Parameters(parameters.address(), parameters.byteSize()),
                shift,
                program.code().instructions().size());
    }

    /// Makes host and kernels see each other's earlier stores to memory of the host process.
    public void synchronize() {
        host.synchronize();
    }

    public void load(Warp warp, CallFrame frame, int pc, int active) {
        host.order(pc);
        loadAny(warp, frame, pc, active);
        host.order(pc);
    }

    private void loadAny(Warp warp, CallFrame frame, int pc, int active) {
        if (local.load(warp, frame, pc, active) || rows.load(warp, frame, pc, active)) {
            return;
        }
        int at = pc * Code.STRIDE;
        int y = words[at + Code.Y];
        if (MemoryAccess.isVector(y)) {
            loadVector(warp, frame, pc, active);
            return;
        }
        int size = MemoryAccess.elementBytes(y);
        long[] r = warp.registers();
        int address = warp.row(words[at + Code.A], frame.firstRow());
        int d = warp.row(words[at + Code.D], frame.firstRow());
        if (MemoryAccess.space(y) == MemorySpace.PARAMETER && words[at + Code.A] < 0) {
            int first = Integer.numberOfTrailingZeros(active);
            long place = resolve(warp, frame, pc, first, r[address], size, AccessKind.LOAD);
            fill(r, d, active, extend(NativeBytes.get(place, size), size, y));
            return;
        }
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long place = resolve(warp, frame, pc, l, r[address + l], size, AccessKind.LOAD);
            r[d + l] = extend(NativeBytes.get(place, size), size, y);
        }
    }

    /// Writes the value at a constant address to every active lane.
    private static void fill(long[] r, int d, int active, long value) {
        for (int l = 0; l < Code.LANES; l++) {
            r[d + l] = (active >>> l & 1) != 0 ? value : r[d + l];
        }
    }

    private void loadVector(Warp warp, CallFrame frame, int pc, int active) {
        int at = pc * Code.STRIDE;
        int y = words[at + Code.Y];
        int count = MemoryAccess.vectorElements(y);
        int size = MemoryAccess.elementBytes(y);
        long[] r = warp.registers();
        int address = warp.row(words[at + Code.A], frame.firstRow());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long place = resolve(warp, frame, pc, l, r[address + l], size * count, AccessKind.LOAD);
            for (int e = 0; e < count; e++) {
                int row = warp.row(lists[words[at + Code.D] + e], frame.firstRow());
                r[row + l] = extend(NativeBytes.get(element(place, e * size), size), size, y);
            }
        }
    }

    /// Extends the sign of a loaded value of `size` bytes if the access word says so.
    private static long extend(long value, int size, int word) {
        return MemoryAccess.extendsSign(word)
                ? truncate(signed(value, Byte.SIZE * size), MemoryAccess.extendedBits(word))
                : value;
    }

    public void store(Warp warp, CallFrame frame, int pc, int active) {
        host.order(pc);
        storeAny(warp, frame, pc, active);
        host.order(pc);
    }

    private void storeAny(Warp warp, CallFrame frame, int pc, int active) {
        if (local.store(warp, frame, pc, active) || rows.store(warp, frame, pc, active)) {
            return;
        }
        int at = pc * Code.STRIDE;
        int y = words[at + Code.Y];
        int count = MemoryAccess.elements(y);
        int size = MemoryAccess.elementBytes(y);
        long[] r = warp.registers();
        int address = warp.row(words[at + Code.A], frame.firstRow());
        int b = words[at + Code.B];
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long place =
                    resolve(warp, frame, pc, l, r[address + l], size * count, AccessKind.STORE);
            for (int e = 0; e < count; e++) {
                int row = warp.row(MemoryAccess.isVector(y) ? lists[b + e] : b, frame.firstRow());
                NativeBytes.put(element(place, e * size), size, r[row + l]);
            }
        }
    }

    /// {@return whether a lane changed memory}
    public boolean atomic(Warp warp, CallFrame frame, int pc, int active) {
        boolean changed = false;
        int at = pc * Code.STRIDE;
        int y = words[at + Code.Y];
        int size = MemoryAccess.elementBytes(y);
        var ofShared = functions[MemoryAccess.function(y)];
        var ofGlobal = functions[MemoryAccess.globalFunction(y)];
        long[] r = warp.registers();
        int address = warp.row(words[at + Code.A], frame.firstRow());
        int b = warp.row(words[at + Code.B], frame.firstRow());
        int c = warp.row(words[at + Code.C], frame.firstRow());
        int d = warp.row(words[at + Code.D], frame.firstRow());
        host.order(pc);
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long bb = r[b + l];
            long cc = r[c + l];
            long target = r[address + l] + words[at + Code.X];
            if (isHost(MemoryAccess.space(y), target)) {
                requireAligned(target, size, l, AccessKind.ATOMIC);
                counts.globalBytesRead += size;
                counts.globalBytesWritten += size;
                r[d + l] = host.combine(target, size, l, value -> ofGlobal.apply(value, bb, cc));
                boolean isSame = ofGlobal.apply(r[d + l], bb, cc) == r[d + l];
                counts.unchangedBytes += isSame ? size : 0;
                changed |= !isSame;
                continue;
            }
            long written = counts.globalBytesWritten;
            long changes = counts.globalChanges();
            long place = resolve(warp, frame, pc, l, r[address + l], size, AccessKind.ATOMIC);
            boolean global = counts.globalBytesWritten != written;
            var function = global ? ofGlobal : ofShared;
            long old = NativeBytes.get(place, size);
            long updated = combined(function, old, bb, cc, l);
            if (isConcurrent() && global) {
                while (!NativeBytes.compareAndSet(place, size, old, updated)) {
                    old = NativeBytes.get(place, size);
                    updated = function.apply(old, bb, cc);
                }
            } else {
                NativeBytes.put(place, size, updated);
            }
            if ((old ^ updated) < 0 && isOnMbarrier(pc)) {
                var owner = warp.cta().cluster().owner(place);
                phases.completed(owner, AddressSpace.SHARED + place - owner.shared());
            }
            counts.unchangedBytes += updated == old ? counts.globalChanges() - changes : 0;
            changed |= updated != old;
            r[d + l] = old;
        }
        host.order(pc);
        return changed;
    }

    /// Orders accesses of host memory before or after those of an instruction on texels.
    void order(int pc) {
        host.order(pc);
    }

    /// Checks the access of a lane to a texel or to a part of a bulk copy.
    ///
    /// @return the place of its first byte in this process
    long part(Warp warp, int pc, int lane, long address, int bytes, AccessKind access) {
        return global(warp, address, bytes, pc, lane, access, 1);
    }

    /// Checks the load of a part of a tensor map at a generic address, outside of shared and local
    /// memory.
    ///
    /// @return the place of its first byte in this process
    long tensorMap(Warp warp, LaneGroup group, int lane, long address, int bytes) {
        long window = AddressSpace.window(address);
        if (window == AddressSpace.SHARED || window == AddressSpace.LOCAL) {
            throw AccessFaults.nowhere(memory, address, bytes, lane, AccessKind.LOAD);
        }
        int pc = group.pc();
        return generic(warp, group.frame(), address, bytes, pc, lane, AccessKind.LOAD);
    }

    /// Checks the access of a lane to an offset of shared memory.
    ///
    /// @return the place of its first byte in this process
    long shared(Warp warp, long offset, int bytes, int lane, AccessKind access) {
        var cta = warp.cta();
        long place = cta.shared() + offset;
        if (SharedWindow.isMapped(offset)) {
            place = distributed.place(cta, offset, bytes, lane, access);
        } else {
            AccessFaults.check("shared", cta.sharedSize(), offset, bytes, lane, access);
        }
        counts.sharedBytes += access == AccessKind.ATOMIC ? 2L * bytes : bytes;
        return place;
    }

    /// Whether other threads of this process or the host process access global memory.
    boolean isConcurrent() {
        return company != Concurrency.ALONE;
    }

    private boolean isOnMbarrier(int pc) {
        return program.instruction(pc) instanceof Operation operation
                && operation.opcode().isOnMbarrier();
    }

    private static long combined(LaneFunction function, long old, long b, long c, int lane) {
        try {
            return function.apply(old, b, c);
        } catch (MbarrierMisuseException misuse) {
            throw new LaneFault(FaultKind.INVALID_MBARRIER, lane, misuse.problem());
        }
    }

    /// The place in this process of the byte `offset` of the access that was resolved last.
    private long element(long place, int offset) {
        return place + offset / Long.BYTES * pitch + offset % Long.BYTES;
    }

    /// Checks the access of a lane and finds its place.
    ///
    /// @param base value of the address register
    /// @return the place of its first byte in this process
    private long resolve(
            Warp warp, CallFrame frame, int pc, int lane, long base, int bytes, AccessKind access) {
        int at = pc * Code.STRIDE;
        int space = MemoryAccess.space(words[at + Code.Y]);
        long address = MemorySpace.truncated(space, base + words[at + Code.X]);
        pitch = Long.BYTES;
        return switch (space) {
            case MemorySpace.FRAME -> {
                pitch = LocalMemory.PITCH;
                yield warp.localMemory().at(frame.localStart() + (long) words[at + Code.X], lane);
            }
            case MemorySpace.GLOBAL -> global(warp, address, bytes, pc, lane, access, 1);
            case MemorySpace.CONSTANT -> global(warp, address, bytes, pc, lane, access, 0);
            case MemorySpace.SHARED -> shared(warp, address, bytes, lane, access);
            case MemorySpace.MBARRIER -> mbarrier(warp, address, bytes, lane, access);
            case MemorySpace.LOCAL -> local(warp, frame, address, bytes, lane, access);
            case MemorySpace.PARAMETER -> parameter(address, bytes, lane, access);
            default -> generic(warp, frame, address, bytes, pc, lane, access);
        };
    }

    private long generic(
            Warp warp,
            CallFrame frame,
            long address,
            int bytes,
            int pc,
            int lane,
            AccessKind access) {
        long window = AddressSpace.window(address);
        if (window == AddressSpace.GLOBAL) {
            return global(warp, address, bytes, pc, lane, access, 1);
        }
        if (window == AddressSpace.SHARED) {
            return shared(warp, address - window, bytes, lane, access);
        }
        if (window == AddressSpace.LOCAL) {
            return local(warp, frame, address - window, bytes, lane, access);
        }
        if (window == AddressSpace.PARAM) {
            return parameter(address - window, bytes, lane, access);
        }
        if (isHost(MemorySpace.GENERIC, address)) {
            return global(warp, address, bytes, pc, lane, access, 1);
        }
        throw AccessFaults.nowhere(memory, address, bytes, lane, access);
    }

    /// Whether an address can only be one of the host process.
    private boolean isHost(int space, long address) {
        return switch (space) {
            case MemorySpace.GLOBAL, MemorySpace.CONSTANT -> host.mayContain(address);
            case MemorySpace.GENERIC -> {
                long window = AddressSpace.window(address);
                yield (window == AddressSpace.GLOBAL || window == 0) && host.mayContain(address);
            }
            default -> false;
        };
    }

    private static void requireAligned(long address, int bytes, int lane, AccessKind access) {
        if ((address & bytes - 1) != 0) {
            throw AccessFaults.misaligned(address, bytes, lane, access);
        }
    }

    /// Checks an access to global memory and counts it.
    ///
    /// @param counted 1 if the access counts as traffic of global memory, otherwise 0
    private long global(
            Warp warp, long address, int bytes, int pc, int lane, AccessKind access, int counted) {
        long place = global(warp, address, bytes, pc, lane, access);
        long traffic = (long) bytes * counted;
        if (access != AccessKind.STORE) {
            counts.globalBytesRead += traffic;
        }
        if (access != AccessKind.LOAD) {
            counts.globalBytesWritten += traffic;
        }
        return place;
    }

    private long global(Warp warp, long address, int bytes, int pc, int lane, AccessKind access) {
        if (host.mayContain(address)) {
            requireAligned(address, bytes, lane, access);
            long place = host.find(address, bytes, access);
            if (place == 0) {
                throw AccessFaults.nowhere(memory, address, bytes, lane, access);
            }
            return place;
        }
        if (hits.find(pc, address, bytes) == Allocation.NONE && !around.isThere(pc, address)) {
            requireAligned(address, bytes, lane, access);
            if (!memory.isInHeap(address, bytes)) {
                throw AccessFaults.nowhere(memory, address, bytes, lane, access);
            }
            heapAccesses.accessed(
                    warp,
                    pc,
                    address,
                    () -> AccessFaults.nowhere(memory, address, bytes, lane, access));
        }
        requireAligned(address, bytes, lane, access);
        return address + shift;
    }

    /// An object at a generic address, which is in the shared memory of the cluster.
    private long mbarrier(Warp warp, long address, int bytes, int lane, AccessKind access) {
        requireAligned(address, bytes, lane, access);
        long offset = address - AddressSpace.SHARED;
        boolean isShared = AddressSpace.window(address) == AddressSpace.SHARED;
        boolean isMapped = isShared && SharedWindow.isMapped(offset);
        if (!isMapped && (offset < 0 || offset > warp.cta().sharedSize() - bytes)) {
            throw AccessFaults.mbarrier(memory, address, warp.cta().sharedSize(), lane);
        }
        return shared(warp, offset, bytes, lane, access);
    }

    private long local(
            Warp warp, CallFrame frame, long offset, int bytes, int lane, AccessKind access) {
        AccessFaults.check("local", frame.localEnd(), offset, bytes, lane, access);
        pitch = LocalMemory.PITCH;
        return warp.localMemory().at(offset, lane);
    }

    private long parameter(long offset, int bytes, int lane, AccessKind access) {
        AccessFaults.check("parameter", parameters.byteSize(), offset, bytes, lane, access);
        if (access != AccessKind.LOAD) {
            throw AccessFaults.readOnly("the kernel's parameters", offset, bytes, lane, access);
        }
        return parameters.address() + offset;
    }
}
