package org.offloadtck.engine.bytecode.runtime;

import java.util.Arrays;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;

/// The state of a launch and of a warp that compiled blocks access: registers, predicates,
/// memories, counters.
///
/// The caller sets the state of the warp before a block and takes the counters after it. The
/// methods that find memory return an address in this process, or 0 for an invalid access.
public final class BlockContext {

    private static final int LANES = Code.LANES;
    private static final int LANE_SHIFT = 8;
    private static final long WORD = Long.BYTES;

    /// Logarithm of [AddressSpace#WINDOW].
    private static final int WINDOW_SHIFT = 32;

    /// Flag of an access request: the access stores. The bits above [#LANE_SHIFT] are the lane, the
    /// bits below this flag the required alignment less 1.
    public static final int STORES = 1 << 7;

    long[] registers = {};
    int rows;
    int[] predicates = {};
    int firstPredicate;

    /// Address in this process of the first byte of the frame of lane 0, and its offset in local
    /// memory.
    long frame;

    int frameOffset;
    long shared;
    long sharedSize;
    final long parameters;
    final long parametersSize;

    /// Iterations of each lane in the loop that ran last.
    final int[] rounds = new int[LANES];

    /// Lanes whose loop condition is still true.
    int remaining;

    final AccessTrace trace = new AccessTrace();

    /// Instructions that the region executed that ran last.
    int executed;

    /// What instrumented regions report to.
    LaneListener laneListener = LaneListener.NONE;

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

    /// Looks up allocations.
    @FunctionalInterface
    public interface AllocationLookup {

        /// The live allocation that contains all of `bytes` bytes at `address`; [Allocation#NONE]
        /// if there is none.
        Allocation find(int programCounter, long address, int bytes);
    }

    /// The parameter block of a launch, by its address in this process.
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

    /// Sets the register file and the first row of the frame.
    public void useRegisters(long[] file, int first) {
        registers = file;
        rows = first;
    }

    /// Sets the predicates and the first of the frame.
    public void usePredicates(int[] file, int first) {
        predicates = file;
        firstPredicate = first;
    }

    /// Sets the local memory of the warp.
    ///
    /// @param base address in this process of the first byte of lane 0
    /// @param offset of the frame
    /// @param end one past the frame
    public void useLocal(long base, int offset, int end) {
        local = base;
        localEnd = end;
        frameOffset = offset;
        frame = base + distance(offset);
    }

    /// Sets the shared memory of the CTA.
    public void useShared(long base, long size) {
        shared = base;
        sharedSize = size;
    }

    /// The addresses of an instrumented block.
    public AccessTrace trace() {
        return trace;
    }

    /// Sets what instrumented regions report to.
    public void setLaneListener(LaneListener listener) {
        laneListener = listener;
    }

    /// Iterations of a lane in the loop that ran last.
    public int rounds(int lane) {
        return rounds[lane];
    }

    /// Most iterations of a lane of `mask`.
    public int longest(int mask) {
        int longest = 0;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            longest = Math.max(longest, rounds[Integer.numberOfTrailingZeros(rest)]);
        }
        return longest;
    }

    /// Fewest iterations of a lane of `mask`.
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

    /// Returns and resets the number of instructions that a region executed.
    public int takeExecuted() {
        int instructions = executed;
        executed = 0;
        return instructions;
    }

    /// Returns and resets the bytes read from global memory.
    public long takeRead() {
        long bytes = read;
        read = 0;
        return bytes;
    }

    /// Returns and resets the bytes written to global memory.
    public long takeWritten() {
        long bytes = written;
        written = 0;
        return bytes;
    }

    /// Returns and resets the bytes read from and written to shared memory.
    public long takeShared() {
        long bytes = sharedTraffic;
        sharedTraffic = 0;
        return bytes;
    }

    /// Distance in this process between two bytes of local memory of a lane whose offsets differ by
    /// `offset`; the first is at a multiple of a word. The words of lanes are interleaved.
    public static long distance(long offset) {
        return offset / WORD * (WORD * LANES) + offset % WORD;
    }

    /// Saves the row at index `row` of the register file for [#restore].
    ///
    /// @param slot an index of the caller's choice
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

    /// The window of an instruction.
    MemoryWindow window(int pc) {
        var window = windows[pc];
        return window.isShared() ? MemoryWindow.shared(shared, sharedSize) : window;
    }

    /// 1 if the code without lookups should be tried, else 0.
    public int maySucceed(int pc) {
        return misses.shouldTry(pc) ? 1 : 0;
    }

    /// Records that the code without lookups declined.
    public void missed(int pc) {
        misses.recordFailure(pc);
    }

    /// Finds an access to global memory outside the window.
    long global(int pc, long address, int bytes, int request) {
        var found = finder.find(pc, address, bytes);
        if (found == Allocation.NONE || (address & alignment(request)) != 0) {
            return 0;
        }
        windows[pc] = MemoryWindow.of(found, shift);
        return address + shift;
    }

    /// Finds and counts an access by a generic address outside the window.
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

    /// Finds an access to local memory, of at most a word.
    long local(long offset, int bytes, int request) {
        boolean fits = offset >= 0 && offset <= localEnd - bytes;
        if (!fits || (offset & alignment(request)) != 0 || bytes > WORD) {
            return 0;
        }
        return local + distance(offset) + (request >>> LANE_SHIFT) * WORD;
    }

    /// Finds an access to the parameters of the launch.
    long parameter(long offset, int bytes, int request) {
        boolean fits = offset >= 0 && offset <= parametersSize - bytes;
        return fits && (offset & alignment(request)) == 0 ? parameters + offset : 0;
    }

    /// Finds and counts the access of one lane to global memory.
    long singleGlobal(int pc, long address, int bytes, int request) {
        long place = singleConstant(pc, address, bytes, request);
        countGlobal(place, bytes, request);
        return place;
    }

    /// Finds the access of one lane to memory that is not counted.
    long singleConstant(int pc, long address, int bytes, int request) {
        var window = windows[pc];
        return isInside(window, address, bytes, request)
                ? address + window.shift
                : global(pc, address, bytes, request);
    }

    /// Finds and counts the access of one lane by a generic address.
    long singleGeneric(int pc, long address, int bytes, int request) {
        int part = (int) (address >>> WINDOW_SHIFT);
        if (part == (int) (AddressSpace.LOCAL >>> WINDOW_SHIFT)) {
            return local(address - AddressSpace.LOCAL, bytes, request);
        }
        if (part == (int) (AddressSpace.SHARED >>> WINDOW_SHIFT)) {
            return singleShared(address - AddressSpace.SHARED, bytes, request);
        }
        var window = windows[pc];
        if (isInside(window, address, bytes, request)) {
            countGlobal(address + window.shift, bytes, request);
            return address + window.shift;
        }
        long place = generic(pc, address, bytes, request);
        settle();
        return place;
    }

    /// Finds and counts the access of one lane to shared memory.
    long singleShared(long offset, int bytes, int request) {
        boolean fits = offset >= 0 && offset <= sharedSize - bytes;
        if (!fits || (offset & alignment(request)) != 0) {
            return 0;
        }
        sharedTraffic += bytes;
        return shared + offset;
    }

    /// Finds and counts the atomic of one lane on shared memory: it reads and writes.
    long singleSharedAtomic(long offset, int bytes, int request) {
        long place = singleShared(offset, bytes, request);
        sharedTraffic += place != 0 ? bytes : 0;
        return place;
    }

    private static boolean isInside(MemoryWindow window, long address, int bytes, int request) {
        long distance = address - window.start;
        return distance >= 0
                && distance <= window.size() - bytes
                && (address & alignment(request)) == 0;
    }

    private void countGlobal(long place, int bytes, int request) {
        if (place != 0 && (request & STORES) == 0) {
            read += bytes;
        }
        if (place != 0 && (request & STORES) != 0) {
            written += bytes;
        }
    }

    private static long alignment(int request) {
        return request & STORES - 1;
    }

    /// Counts the bytes that lanes accessed in a window.
    void count(MemoryWindow window, long bytes, int request) {
        if (window.isShared()) {
            sharedTraffic += bytes;
        } else if ((request & STORES) != 0) {
            written += bytes;
        } else {
            read += bytes;
        }
    }

    /// Counts the bytes that lanes accessed outside their windows.
    void settle() {
        read += strayRead;
        written += strayWritten;
        sharedTraffic += strayShared;
        forget();
    }

    /// Discards the bytes that lanes accessed outside their windows, for the phase was undone.
    void forget() {
        strayRead = 0;
        strayWritten = 0;
        strayShared = 0;
    }
}
