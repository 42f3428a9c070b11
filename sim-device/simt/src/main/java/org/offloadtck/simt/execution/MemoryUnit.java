package org.offloadtck.simt.execution;

import static org.offloadtck.simt.semantics.Integers.signed;
import static org.offloadtck.simt.semantics.Integers.truncate;

import java.lang.foreign.MemorySegment;
import org.offloadtck.simt.bytecode.Workspace;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.image.Space;
import org.offloadtck.simt.memory.AddressSpace;
import org.offloadtck.simt.memory.Allocation;
import org.offloadtck.simt.memory.Bytes;
import org.offloadtck.simt.memory.GlobalMemory;
import org.offloadtck.simt.semantics.LaneFunction;

/// Loads, stores and atomics of a launch, lane by lane in ascending order, every access checked.
///
/// Global accesses are checked against the allocations last hit, and looked up only when they miss
/// them.
final class MemoryUnit {

    private final DeviceImage image;
    private final GlobalMemory memory;
    private final long shift;
    private final Counts counts;
    private final int[] words;
    private final int[] lists;
    private final LaneFunction[] functions;
    private final MemorySegment parameters;
    private final Hits hits;
    private final WordsAround around;
    private final RowMemory rows;
    private final LocalRows local;

    private Company company = Company.ALONE;

    /// Bytes from a word of the access last resolved to its next.
    private long pitch = Long.BYTES;

    /// Who else accesses global memory for this launch.
    enum Company {
        ALONE,
        /// Other threads of the host; only atomics whose result nobody reads go on then.
        THREADS
    }

    /// @param parameters the kernel's parameters, in native memory
    MemoryUnit(DeviceImage image, MemorySegment parameters, Counts counts) {
        this.image = image;
        this.memory = image.memory();
        this.shift = memory.shift();
        this.counts = counts;
        this.words = image.code().words();
        this.lists = image.code().lists();
        this.functions = image.code().functions();
        this.parameters = parameters;
        this.hits = new Hits(memory, image.code().instructions().size());
        this.around = new WordsAround(image);
        this.rows = new RowMemory(image, counts, hits);
        this.local = new LocalRows(image.code());
    }

    DeviceImage image() {
        return image;
    }

    void keep(Company other) {
        company = other;
    }

    /// What compiled code reaches this memory by.
    Workspace workspace() {
        return new Workspace(
                (pc, address, bytes, access) ->
                        hits.find(
                                pc,
                                address,
                                bytes,
                                access == Allocation.Access.READ_ONLY ? Access.LOAD : Access.STORE),
                new Workspace.Parameters(parameters.address(), parameters.byteSize()),
                shift,
                image.code().instructions().size());
    }

    void load(Warp warp, Frame frame, int pc, int active) {
        if (local.load(warp, frame, pc, active) || rows.load(warp, frame, pc, active)) {
            return;
        }
        int at = pc * Code.STRIDE;
        int y = words[at + Code.Y];
        int count = y >>> 8;
        int size = 1 << (y >>> 4 & 3);
        int extension = y >>> 6 & 3;
        if (count > 0) {
            loadVector(warp, frame, pc, active);
            return;
        }
        long[] r = warp.registers();
        int address = warp.row(words[at + Code.A], frame.rows());
        int d = warp.row(words[at + Code.D], frame.rows());
        if ((y & 0xf) == Space.PARAMETER && words[at + Code.A] < 0) {
            int first = Integer.numberOfTrailingZeros(active);
            long place = resolve(warp, frame, pc, first, r[address], size, Access.LOAD);
            fill(r, d, active, extend(Bytes.get(place, size), size, extension));
            return;
        }
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long place = resolve(warp, frame, pc, l, r[address + l], size, Access.LOAD);
            r[d + l] = extend(Bytes.get(place, size), size, extension);
        }
    }

    /// Puts what a fixed address holds into every lane.
    private static void fill(long[] r, int d, int active, long value) {
        for (int l = 0; l < Code.LANES; l++) {
            r[d + l] = (active >>> l & 1) != 0 ? value : r[d + l];
        }
    }

    private void loadVector(Warp warp, Frame frame, int pc, int active) {
        int at = pc * Code.STRIDE;
        int y = words[at + Code.Y];
        int count = y >>> 8;
        int size = 1 << (y >>> 4 & 3);
        long[] r = warp.registers();
        int address = warp.row(words[at + Code.A], frame.rows());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long place = resolve(warp, frame, pc, l, r[address + l], size * count, Access.LOAD);
            for (int e = 0; e < count; e++) {
                int row = warp.row(lists[words[at + Code.D] + e], frame.rows());
                r[row + l] = extend(Bytes.get(element(place, e * size), size), size, y >>> 6 & 3);
            }
        }
    }

    /// The sign of a loaded value extended to a register of 8 · 2^`extension` bits; no extension
    /// when that is 0.
    private static long extend(long value, int size, int extension) {
        return extension == 0
                ? value
                : truncate(signed(value, Byte.SIZE * size), Byte.SIZE << extension);
    }

    void store(Warp warp, Frame frame, int pc, int active) {
        if (local.store(warp, frame, pc, active) || rows.store(warp, frame, pc, active)) {
            return;
        }
        int at = pc * Code.STRIDE;
        int y = words[at + Code.Y];
        int count = Math.max(1, y >>> 8);
        int size = 1 << (y >>> 4 & 3);
        long[] r = warp.registers();
        int address = warp.row(words[at + Code.A], frame.rows());
        int b = words[at + Code.B];
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long place = resolve(warp, frame, pc, l, r[address + l], size * count, Access.STORE);
            for (int e = 0; e < count; e++) {
                int row = warp.row(y >>> 8 > 0 ? lists[b + e] : b, frame.rows());
                Bytes.put(element(place, e * size), size, r[row + l]);
            }
        }
    }

    void atomic(Warp warp, Frame frame, int pc, int active) {
        int at = pc * Code.STRIDE;
        int y = words[at + Code.Y];
        int size = 1 << (y >>> 4 & 3);
        var ofShared = functions[y >>> 8];
        var ofGlobal = functions[(y >>> 8) + (y >>> 6 & 1)];
        long[] r = warp.registers();
        int address = warp.row(words[at + Code.A], frame.rows());
        int b = warp.row(words[at + Code.B], frame.rows());
        int c = warp.row(words[at + Code.C], frame.rows());
        int d = warp.row(words[at + Code.D], frame.rows());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long written = counts.globalWritten;
            long place = resolve(warp, frame, pc, l, r[address + l], size, Access.ATOMIC);
            boolean global = counts.globalWritten != written;
            var function = global ? ofGlobal : ofShared;
            long old = Bytes.get(place, size);
            long updated = function.apply(old, r[b + l], r[c + l]);
            if (company == Company.THREADS && global) {
                while (!Bytes.compareAndSet(place, size, old, updated)) {
                    old = Bytes.get(place, size);
                    updated = function.apply(old, r[b + l], r[c + l]);
                }
            } else {
                counts.unchanged += updated == old ? counts.globalWritten - written : 0;
                Bytes.put(place, size, updated);
            }
            r[d + l] = old;
        }
    }

    /// Where the byte `offset` bytes into the access last resolved is; the access is aligned.
    private long element(long place, int offset) {
        return place + offset / Long.BYTES * pitch + offset % Long.BYTES;
    }

    /// Finds where a lane's access goes and checks it.
    ///
    /// @param base what the address register holds
    /// @return where its first byte is in this process
    private long resolve(
            Warp warp, Frame frame, int pc, int lane, long base, int bytes, Access access) {
        int at = pc * Code.STRIDE;
        long address = base + words[at + Code.X];
        pitch = Long.BYTES;
        return switch (words[at + Code.Y] & 0xf) {
            case Space.FRAME -> {
                pitch = LocalMemory.PITCH;
                yield warp.local().at(frame.local() + (long) words[at + Code.X], lane);
            }
            case Space.GLOBAL -> global(address, bytes, pc, lane, access, 1);
            case Space.CONSTANT -> global(address, bytes, pc, lane, access, 0);
            case Space.SHARED -> shared(warp, address, bytes, lane, access);
            case Space.LOCAL -> local(warp, frame, address, bytes, lane, access);
            case Space.PARAMETER -> parameter(address, bytes, lane, access);
            default -> generic(warp, frame, address, bytes, pc, lane, access);
        };
    }

    private long generic(
            Warp warp, Frame frame, long address, int bytes, int pc, int lane, Access access) {
        long window = AddressSpace.window(address);
        if (window == AddressSpace.GLOBAL) {
            return global(address, bytes, pc, lane, access, 1);
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
        throw AccessFault.nowhere(memory, address, bytes, lane, access);
    }

    /// Checks an access of global memory and counts it.
    ///
    /// @param counted 1 when the access is traffic of global memory, 0 when not
    private long global(long address, int bytes, int pc, int lane, Access access, int counted) {
        long place = global(address, bytes, pc, lane, access);
        long traffic = (long) bytes * counted;
        if (access != Access.STORE) {
            counts.globalRead += traffic;
        }
        if (access != Access.LOAD) {
            counts.globalWritten += traffic;
        }
        return place;
    }

    private long global(long address, int bytes, int pc, int lane, Access access) {
        if (hits.find(pc, address, bytes, access) == Allocation.NONE
                && !around.isThere(pc, address, access)) {
            throw AccessFault.inaccessible(memory, address, bytes, lane, access);
        }
        if ((address & bytes - 1) != 0) {
            throw AccessFault.misaligned(address, bytes, lane, access);
        }
        return address + shift;
    }

    private long shared(Warp warp, long offset, int bytes, int lane, Access access) {
        AccessFault.check("shared", warp.cta().sharedSize(), offset, bytes, lane, access);
        counts.shared += access == Access.ATOMIC ? 2L * bytes : bytes;
        return warp.cta().shared() + offset;
    }

    private long local(Warp warp, Frame frame, long offset, int bytes, int lane, Access access) {
        AccessFault.check("local", frame.localEnd(), offset, bytes, lane, access);
        pitch = LocalMemory.PITCH;
        return warp.local().at(offset, lane);
    }

    private long parameter(long offset, int bytes, int lane, Access access) {
        AccessFault.check("parameter", parameters.byteSize(), offset, bytes, lane, access);
        if (access != Access.LOAD) {
            throw AccessFault.readOnly("the kernel's parameters", offset, bytes, lane, access);
        }
        return parameters.address() + offset;
    }
}
