package org.offloadtck.engine.bytecode.runtime;

import java.util.Arrays;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;

/// What compiled code sees of a launch and of the warp it runs: registers, predicates, where memory
/// is, and what it counts.
///
/// Whoever runs blocks sets the warp's parts before, and takes the counts after. The methods that
/// find memory give addresses of this process, or 0 for an access that does wrong.
public final class BlockContext {

    private static final int LANES = Code.LANES;
    private static final int LANE_SHIFT = 8;
    private static final long WORD = Long.BYTES;

    /// Access requests: whether it stores, and above [#LANE_SHIFT] the lane; below, what the
    /// address must be a multiple of, less 1.
    public static final int STORES = 1 << 7;

    long[] registers = {};
    int rows;
    int[] predicates = {};
    int firstPredicate;

    /// Where the frame's first byte of lane 0 is in this process, and its offset in local memory.
    long frame;

    int frameOffset;
    long shared;
    long sharedSize;
    final long parameters;
    final long parametersSize;

    /// Of each lane, how many rounds it did in the loop that last ran.
    final int[] rounds = new int[LANES];

    /// The lanes that would do another.
    int remaining;

    final AccessTrace trace = new AccessTrace();

    long read;
    long written;
    long sharedTraffic;

    private final AllocationLookup finder;
    private final long shift;
    private final MemoryWindow[] windows;
    private final RetryBackoff misses;
    private long local;
    private long localEnd;
    private long[] saved = new long[4 * LANES];
    private long strayRead;
    private long strayWritten;
    private long strayShared;

    /// Finds allocations.
    @FunctionalInterface
    public interface AllocationLookup {

        /// The live allocation that holds all of `bytes` bytes at `address` and may be accessed as
        /// `access` says; [Allocation#NONE] when there is none.
        Allocation find(int programCounter, long address, int bytes, Allocation.Permission access);
    }

    /// A launch's parameter block, by its place in this process.
    public record Parameters(long address, long size) {}

    /// @param shift what is to be added to an address of global memory to find it in this process
    /// @param instructions of the image
    public BlockContext(
            AllocationLookup finder, Parameters parameters, long shift, int instructions) {
        this.finder = finder;
        this.parameters = parameters.address();
        this.parametersSize = parameters.size();
        this.shift = shift;
        this.windows = new MemoryWindow[instructions];
        Arrays.fill(windows, MemoryWindow.NONE);
        this.misses = new RetryBackoff(instructions);
    }

    /// The register file and where the frame's rows begin in it.
    public void useRegisters(long[] file, int first) {
        registers = file;
        rows = first;
    }

    /// The predicates and where the frame's begin.
    public void usePredicates(int[] file, int first) {
        predicates = file;
        firstPredicate = first;
    }

    /// The warp's local memory.
    ///
    /// @param base where its first byte of lane 0 is in this process
    /// @param offset of the frame
    /// @param end one past the frame
    public void useLocal(long base, int offset, int end) {
        local = base;
        localEnd = end;
        frameOffset = offset;
        frame = base + distance(offset);
    }

    /// The CTA's shared memory.
    public void useShared(long base, long size) {
        shared = base;
        sharedSize = size;
    }

    /// Where the accesses went that are told of.
    public AccessTrace trace() {
        return trace;
    }

    /// How many rounds a lane did in the loop that last ran.
    public int rounds(int lane) {
        return rounds[lane];
    }

    /// How many rounds the lane of `mask` did that did most.
    public int longest(int mask) {
        int longest = 0;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            longest = Math.max(longest, rounds[Integer.numberOfTrailingZeros(rest)]);
        }
        return longest;
    }

    /// How many rounds the lane of `mask` did that did fewest.
    public int shortest(int mask) {
        int shortest = Integer.MAX_VALUE;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            shortest = Math.min(shortest, rounds[Integer.numberOfTrailingZeros(rest)]);
        }
        return shortest;
    }

    /// The lanes that would do another.
    public int remaining() {
        return remaining;
    }

    /// Bytes of global memory read since last asked.
    public long takeRead() {
        long bytes = read;
        read = 0;
        return bytes;
    }

    /// Bytes of global memory written since last asked.
    public long takeWritten() {
        long bytes = written;
        written = 0;
        return bytes;
    }

    /// Bytes of shared memory read and written since last asked.
    public long takeShared() {
        long bytes = sharedTraffic;
        sharedTraffic = 0;
        return bytes;
    }

    /// How far it is in this process from one byte of a lane's local memory, at a multiple of a
    /// word, to another of it: the lanes' words lie side by side.
    public static long distance(long offset) {
        return offset / WORD * (WORD * LANES) + offset % WORD;
    }

    /// Keeps the row at index `row` of the register file, to be put back by [#restore].
    ///
    /// @param slot a number for it
    void save(int slot, int row) {
        int at = slot * LANES;
        if (at + LANES > saved.length) {
            saved = Arrays.copyOf(saved, 2 * saved.length + LANES);
        }
        System.arraycopy(registers, row, saved, at, LANES);
    }

    void restore(int slot, int row) {
        System.arraycopy(saved, slot * LANES, registers, row, LANES);
    }

    /// Where the instruction's accesses went last.
    MemoryWindow window(int pc) {
        var window = windows[pc];
        return window.isShared() ? MemoryWindow.shared(shared, sharedSize) : window;
    }

    /// Whether quick code may do well, 0 if not.
    int maySucceed(int pc) {
        return misses.shouldTry(pc) ? 1 : 0;
    }

    /// Notes that quick code has given up.
    void missed(int pc) {
        misses.recordFailure(pc);
    }

    /// Finds an access of global memory that left its window.
    long global(int pc, long address, int bytes, int request) {
        boolean stores = (request & STORES) != 0;
        var wanted = stores ? Allocation.Permission.READ_WRITE : Allocation.Permission.READ_ONLY;
        var found = finder.find(pc, address, bytes, wanted);
        if (found == Allocation.NONE || (address & alignment(request)) != 0) {
            return 0;
        }
        windows[pc] = MemoryWindow.of(found, shift);
        return address + shift;
    }

    /// Finds an access by a generic address that left its window, and counts it.
    long generic(int pc, long address, int bytes, int request) {
        long window = AddressSpace.window(address);
        if (window == AddressSpace.LOCAL) {
            return local(address - window, bytes, request);
        }
        if (window == AddressSpace.GLOBAL) {
            return stray(global(pc, address, bytes, request), bytes, request);
        }
        if (window == AddressSpace.SHARED) {
            long offset = address - window;
            boolean fits = offset <= sharedSize - bytes && (offset & alignment(request)) == 0;
            windows[pc] = fits ? MemoryWindow.shared(shared, sharedSize) : windows[pc];
            strayShared += fits ? bytes : 0;
            return fits ? shared + offset : 0;
        }
        boolean readable = window == AddressSpace.PARAM && (request & STORES) == 0;
        return readable ? parameter(address - window, bytes, request) : 0;
    }

    private long stray(long place, int bytes, int request) {
        if (place != 0 && (request & STORES) == 0) {
            strayRead += bytes;
        }
        if (place != 0 && (request & STORES) != 0) {
            strayWritten += bytes;
        }
        return place;
    }

    /// Finds an access of local memory, of at most a word.
    long local(long offset, int bytes, int request) {
        boolean fits = offset >= 0 && offset <= localEnd - bytes;
        if (!fits || (offset & alignment(request)) != 0 || bytes > WORD) {
            return 0;
        }
        return local + distance(offset) + (request >>> LANE_SHIFT) * WORD;
    }

    /// Finds an access of the launch's parameters.
    long parameter(long offset, int bytes, int request) {
        boolean fits = offset >= 0 && offset <= parametersSize - bytes;
        return fits && (offset & alignment(request)) == 0 ? parameters + offset : 0;
    }

    private static long alignment(int request) {
        return request & STORES - 1;
    }

    /// Counts what lanes accessed through their window.
    void count(MemoryWindow window, long bytes, int request) {
        if (window.isShared()) {
            sharedTraffic += bytes;
        } else if ((request & STORES) != 0) {
            written += bytes;
        } else {
            read += bytes;
        }
    }

    /// Counts what lanes accessed outside their windows.
    void settle() {
        read += strayRead;
        written += strayWritten;
        sharedTraffic += strayShared;
        forget();
    }

    /// Forgets what lanes accessed outside their windows, for it is to be done again.
    void forget() {
        strayRead = 0;
        strayWritten = 0;
        strayShared = 0;
    }
}
