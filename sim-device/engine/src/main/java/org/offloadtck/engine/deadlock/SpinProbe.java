package org.offloadtck.engine.deadlock;

import java.lang.foreign.Arena;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.sampling.TexelAccess;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Records the memory outside the CTA that threads read while they repeat themselves, the values
/// before they read it, and the `mbarrier` objects that they test.
public final class SpinProbe implements LaunchObserver, HostAccess.ReadSet {

    /// Most words that are recorded: more than one for each thread of a CTA (PTX ISA 9.0 §10,
    /// `%ntid`: at most 1024).
    private static final int MOST = 4096;

    private final GlobalMemory memory;
    private final LoadedProgram program;
    private final int[] words;
    private final VirtualClock clock;

    /// Place in this process of a word of the host process.
    private final long copy;

    private final SortedMap<Long, Word> reads = new TreeMap<>();
    private final MbarrierTests mbarriers = new MbarrierTests();
    private long readings;

    /// A word of memory.
    ///
    /// @param bytes 1, 2, 4 or 8
    private record Word(int bytes, long value) {

        static final Word NONE = new Word(0, 0);
    }

    /// @param arena owner of memory that lives until the launch ends
    public SpinProbe(LoadedProgram program, VirtualClock clock, Arena arena) {
        this.memory = program.memory();
        this.program = program;
        this.words = program.code().words();
        this.clock = clock;
        this.copy = arena.allocate(Long.BYTES, Long.BYTES).address();
    }

    @Override
    public void accessIssued(Warp warp, LaneGroup group, int active, long[] addresses) {
        int at = group.pc() * Code.STRIDE;
        if (words[at] == Op.STORE) {
            return;
        }
        if (isMbarrierTest(group.pc())) {
            mbarriers.record(warp, group.pc(), active, addresses);
            return;
        }
        int bytes = MemoryAccess.bytes(words[at], words[at + Code.Y]);
        for (int rest = active; rest != 0; rest &= rest - 1) {
            long address = addresses[Integer.numberOfTrailingZeros(rest)];
            long window = AddressSpace.window(address);
            if (window == 0 || window == AddressSpace.GLOBAL) {
                record(address, bytes);
            }
        }
    }

    /// Whether an instruction loads an `mbarrier`, which is in shared memory, to test its phase.
    private boolean isMbarrierTest(int pc) {
        return program.instruction(pc) instanceof Instruction.Operation operation
                && (operation.opcode() == Opcode.MBARRIER_TEST_WAIT
                        || operation.opcode() == Opcode.MBARRIER_TRY_WAIT);
    }

    @Override
    public void bulkCopied(Warp warp, LaneGroup group, int active, BulkTransfer transfer) {
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            for (var range : transfer.sources(lane)) {
                if (AddressSpace.window(range.address()) != AddressSpace.SHARED) {
                    record(range.address(), Math.toIntExact(range.bytes()));
                }
            }
        }
    }

    @Override
    public void texelsAccessed(Warp warp, LaneGroup group, int active, TexelAccess access) {
        if (words[group.pc() * Code.STRIDE] == Op.SURFACE_STORE) {
            return;
        }
        var addresses = new long[Code.LANES];
        for (int texel = 0; texel < access.count(); texel++) {
            access.addresses(texel, addresses);
            for (int rest = access.lanes(texel); rest != 0; rest &= rest - 1) {
                record(addresses[Integer.numberOfTrailingZeros(rest)], access.bytes());
            }
        }
    }

    private void record(long address, int bytes) {
        for (int offset = 0; offset < bytes; offset += Long.BYTES) {
            long word = address + offset;
            int size = Math.min(Long.BYTES, bytes - offset);
            boolean isNew = reads.getOrDefault(word, Word.NONE).bytes < size;
            if (isNew && reads.size() <= MOST && canRead(word, size)) {
                reads.put(word, new Word(size, value(word, size)));
            }
        }
    }

    /// Whether a word can be read; if it is one of the host process, its value is then at [#copy].
    private boolean canRead(long address, int bytes) {
        return memory.isOutside(address)
                ? memory.host().read(address, copy, bytes)
                : memory.find(address, bytes).isPresent();
    }

    private long value(long address, int bytes) {
        long place = memory.isOutside(address) ? copy : address + memory.hostOffset();
        return NativeBytes.get(place, bytes);
    }

    /// Starts a recording.
    public void start() {
        reads.clear();
        mbarriers.clear();
        readings = clock.readings();
    }

    /// Whether the recorded words are all that the threads depend on: no thread has read the clock,
    /// and there were not too many words.
    public boolean isComplete() {
        return reads.size() <= MOST && readings == clock.readings();
    }

    @Override
    public boolean hasChanged() {
        for (var read : reads.entrySet()) {
            long address = read.getKey();
            int bytes = read.getValue().bytes;
            if (!canRead(address, bytes) || value(address, bytes) != read.getValue().value) {
                return true;
            }
        }
        return false;
    }

    /// Whether a thread has read memory outside its cluster.
    boolean hasRead() {
        return !reads.isEmpty();
    }

    /// The `mbarrier` objects whose phases the threads have tested.
    public MbarrierTests mbarriers() {
        return mbarriers;
    }

    /// The addresses of the recorded words.
    public SortedSet<Long> addresses() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(reads.keySet()));
    }

    /// The addresses of the recorded words that the host may change.
    public SortedSet<Long> changeable(HostAccess host) {
        var found = new TreeSet<Long>();
        reads.keySet().stream().filter(host::mayChange).forEach(found::add);
        return found;
    }
}
