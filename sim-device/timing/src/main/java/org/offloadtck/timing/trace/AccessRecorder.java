package org.offloadtck.timing.trace;

import java.util.Arrays;
import org.offloadtck.engine.bytecode.runtime.AccessTrace;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.BlockExecution;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.sampling.TexelAccess;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// Records the addresses of accesses: coalesces lanes into lines, and counts bank conflicts.
public final class AccessRecorder {

    private static final int WHOLE_WARP = -1;

    /// Texels of a lane that a texture unit filters at a time.
    private static final int TEXEL_GROUP = 4;

    private static final int SECTORS_OF_LINE = AccessWord.LINE_BYTES / AccessWord.SECTOR_BYTES;

    private final KernelCounters tally;
    private final CoalescedLines lines = new CoalescedLines();
    private final BankConflicts conflicts = new BankConflicts();
    private final long[] addresses = new long[Code.LANES];

    /// By program counter, of the instructions that a whole warp executed.
    private final AddressPattern[] patterns;

    private final ClusterPlace place;
    private final BulkCopyRecorder bulkCopies;

    /// @param instructions of the image
    AccessRecorder(KernelCounters tally, int instructions, ClusterPlace place) {
        this.tally = tally;
        this.place = place;
        this.bulkCopies = new BulkCopyRecorder(tally, place);
        this.patterns = new AddressPattern[instructions];
        Arrays.fill(patterns, AddressPattern.NONE);
    }

    /// Lanes of an access by the memory they go to.
    private record Parts(int shared, int constant, int local, int global) {

        static Parts of(int space, int active, long[] addresses) {
            return switch (space) {
                case MemorySpace.SHARED -> new Parts(active, 0, 0, 0);
                case MemorySpace.CONSTANT, MemorySpace.PARAMETER -> new Parts(0, active, 0, 0);
                case MemorySpace.LOCAL, MemorySpace.FRAME -> new Parts(0, 0, active, 0);
                case MemorySpace.GLOBAL -> new Parts(0, 0, 0, active);
                default ->
                        new Parts(
                                in(AddressSpace.SHARED, active, addresses),
                                in(AddressSpace.PARAM, active, addresses),
                                in(AddressSpace.LOCAL, active, addresses),
                                in(AddressSpace.GLOBAL, active, addresses));
            };
        }

        private static int in(long window, int active, long[] addresses) {
            int lanes = 0;
            for (int rest = active; rest != 0; rest &= rest - 1) {
                int l = Integer.numberOfTrailingZeros(rest);
                if (AddressSpace.window(addresses[l]) == window) {
                    lanes |= 1 << l;
                }
            }
            return lanes;
        }
    }

    /// Records one access of a warp.
    void record(WarpRecorder warp, Shape shape, int active, long[] addresses) {
        int remote = shape.mayBeShared() && active != 0 ? place.remoteLanes(active, addresses) : 0;
        if (remote != 0) {
            recordRemote(warp, shape, new Lanes(active, remote), addresses);
            return;
        }
        if (active == WHOLE_WARP && shape.hasPattern()) {
            var pattern = pattern(shape.programCounter());
            pattern.take(addresses);
            recordWarp(warp, shape, pattern);
        } else {
            recordLanes(warp, shape, active, addresses);
        }
    }

    /// Lanes of an access.
    ///
    /// @param remote those in the shared memory of other CTAs
    private record Lanes(int all, int remote) {}

    /// Records an access by lanes of which some are in the shared memory of other CTAs: the sectors
    /// in each of these, as accesses of global memory are coalesced (Hopper Tuning Guide 13.0,
    /// Distributed Shared Memory).
    private void recordRemote(WarpRecorder warp, Shape shape, Lanes lanes, long[] addresses) {
        int local = lanes.all & ~lanes.remote;
        for (int rest = lanes.remote; rest != 0; ) {
            int rank = place.rankOf(addresses[Integer.numberOfTrailingZeros(rest)]);
            int there = place.lanesTo(rank, rest, addresses);
            rest &= ~there;
            int sectors = globalLines(shape.bytes(), there, addresses).sectorCount();
            int passes = Math.ceilDiv(sectors, SECTORS_OF_LINE);
            tally.shared(shape.programCounter(), passes, passes);
            int more = (rest | local) != 0 ? AccessWord.MORE : 0;
            warp.access(AccessWord.remote(rank, sectors) | more);
        }
        if (local != 0) {
            recordLanes(warp, shape, local, addresses);
        }
    }

    /// Records the accesses that a block reports.
    ///
    /// @param shapes by program counter
    void recordBlock(WarpRecorder warp, Shape[] shapes, BlockExecution block) {
        int[] accesses = block.accesses();
        for (int iteration = 0; iteration < block.iterations(); iteration++) {
            int active = block.lanes(iteration);
            for (int i = 0; i < accesses.length; i++) {
                var shape = shapes[accesses[i]];
                if (active == WHOLE_WARP && shape.hasPattern()) {
                    recordWarp(warp, shape, pattern(block, iteration, i));
                } else if (shape.isAccess()) {
                    block.addresses(iteration, i, addresses);
                    recordLanes(warp, shape, active, addresses);
                }
            }
        }
    }

    /// The pattern of an access of a block that a whole warp executes.
    private AddressPattern pattern(BlockExecution block, int iteration, int access) {
        int[] accesses = block.accesses();
        var pattern = pattern(accesses[access]);
        int base = block.base(access);
        if (base != access) {
            pattern.follow(pattern(accesses[base]), block.distance(access));
        } else if (iteration > 0 && block.step(access) != AccessTrace.NO_STEP) {
            pattern.move(block.step(access));
        } else {
            block.addresses(iteration, access, addresses);
            pattern.take(addresses);
        }
        return pattern;
    }

    /// Records an access of a whole warp.
    private void recordWarp(WarpRecorder warp, Shape shape, AddressPattern pattern) {
        if (isIn(MemorySpace.GLOBAL, AddressSpace.GLOBAL, shape, pattern)) {
            if (shape.op() == Op.ATOMIC) {
                pattern.copy(addresses);
            }
            global(warp, shape, WHOLE_WARP, addresses, pattern.lines(shape.bytes()));
        } else if (isIn(MemorySpace.SHARED, AddressSpace.SHARED, shape, pattern)) {
            warp.access(AccessWord.of(AccessWord.SHARED, shared(shape, pattern)));
        } else {
            pattern.copy(addresses);
            recordLanes(warp, shape, WHOLE_WARP, addresses);
        }
    }

    /// Whether all addresses of an access are in a state space.
    private static boolean isIn(int space, long window, Shape shape, AddressPattern pattern) {
        return shape.space() == space
                || (shape.space() == MemorySpace.GENERIC && pattern.isIn(window));
    }

    /// Records one access lane by lane, whatever its pattern is.
    void recordLanes(WarpRecorder warp, Shape shape, int active, long[] addresses) {
        if (shape.space() == MemorySpace.GLOBAL) {
            global(warp, shape, active, addresses, globalLines(shape.bytes(), active, addresses));
        } else if (shape.space() == MemorySpace.SHARED) {
            int passes = shared(shape, active, addresses);
            warp.access(AccessWord.of(AccessWord.SHARED, passes));
        } else {
            mixed(warp, shape, Parts.of(shape.space(), active, addresses), addresses);
        }
    }

    /// Records the texels of an instruction as one access of all their lines.
    void recordTexels(WarpRecorder warp, Shape shape, TexelAccess access) {
        lines.clear();
        long bytes = 0;
        int groups = 0;
        for (int texel = 0; texel < access.count(); texel++) {
            access.addresses(texel, addresses);
            groups += texel % TEXEL_GROUP == 0 ? Integer.bitCount(access.lanes(texel)) : 0;
            fillGlobal(access.bytes(), access.lanes(texel), addresses);
            bytes += (long) access.bytes() * Integer.bitCount(access.lanes(texel));
        }
        if (access.count() == 0) {
            warp.access(AccessWord.NOTHING);
            return;
        }
        tally.global(shape.programCounter(), bytes, lines.sectorCount());
        warp.access(AccessWord.of(AccessWord.TEXELS, groups) | AccessWord.MORE);
        warp.globalLines(lines);
    }

    /// Records a bulk copy, or a copy of a box of a tensor.
    void recordBulkCopy(WarpRecorder warp, Shape shape, int active, BulkTransfer transfer) {
        bulkCopies.record(warp, shape.programCounter(), active, transfer);
    }

    /// What it counts.
    KernelCounters counters() {
        return tally;
    }

    /// Records an access of one lane.
    void recordLane(WarpRecorder warp, Shape shape, int lane, long address) {
        if (!recordGlobal(warp, shape, address)) {
            addresses[lane] = address;
            recordLanes(warp, shape, 1 << lane, addresses);
        }
    }

    /// Records an access of one lane to global memory, as most are.
    ///
    /// @return false if the access is an atomic or of another memory, and was not recorded
    private boolean recordGlobal(WarpRecorder warp, Shape shape, long address) {
        boolean mayBeGlobal =
                shape.space() == MemorySpace.GLOBAL || shape.space() == MemorySpace.GENERIC;
        if (!mayBeGlobal || address < AddressSpace.GLOBAL || shape.op() == Op.ATOMIC) {
            return false;
        }
        int sectors = CoalescedLines.sectors(address, shape.bytes());
        tally.global(shape.programCounter(), shape.bytes(), Integer.bitCount(sectors));
        warp.globalLine(address >>> AccessWord.LINE_SHIFT, sectors);
        return true;
    }

    private void mixed(WarpRecorder warp, Shape shape, Parts parts, long[] addresses) {
        if ((parts.shared | parts.constant | parts.local | parts.global) == 0) {
            warp.access(AccessWord.NOTHING);
            return;
        }
        if (parts.shared != 0) {
            int more = (parts.constant | parts.local | parts.global) != 0 ? AccessWord.MORE : 0;
            int passes = shared(shape, parts.shared, addresses);
            warp.access(AccessWord.of(AccessWord.SHARED, passes) | more);
        }
        if (parts.constant != 0) {
            int more = (parts.local | parts.global) != 0 ? AccessWord.MORE : 0;
            int different = conflicts.different(addresses, parts.constant);
            warp.access(AccessWord.of(AccessWord.CONSTANT, different) | more);
        }
        if (parts.local != 0) {
            fillLocal(shape.bytes(), parts.local, addresses);
            tally.byInstruction().local(shape.programCounter(), lines.sectorCount());
            warp.localLines(lines, parts.global != 0 ? AccessWord.MORE : 0);
        }
        if (parts.global != 0) {
            if (parts.local != 0) {
                warp.access(AccessWord.of(AccessWord.GLOBAL, 0) | AccessWord.MORE);
            }
            int active = parts.global;
            global(warp, shape, active, addresses, globalLines(shape.bytes(), active, addresses));
        }
    }

    /// The properties of an access instruction that are the same for every execution.
    ///
    /// @param programCounter of the instruction
    /// @param op of [Op]
    /// @param space of [MemorySpace]
    /// @param bytes of each lane
    record Shape(int programCounter, int op, int space, int bytes) {

        /// Of an instruction that accesses no memory.
        static final Shape NONE = new Shape(0, 0, 0, 0);

        /// Of an operation on an `mbarrier`: lanes that use one object are one access, as those
        /// that load one word. An H100 takes as long for a warp that arrives and waits as for one
        /// thread (2026-11-28).
        static Shape ofMbarrier(int programCounter, int space) {
            return new Shape(programCounter, Op.LOAD, space, Integer.BYTES);
        }

        /// Of a fetch from a texture, whose object says how many bytes a texel has.
        static Shape ofTexture(int programCounter) {
            return new Shape(programCounter, Op.LOAD, MemorySpace.GLOBAL, 1);
        }

        /// Of a bulk copy, whose operand says how many bytes it has.
        static Shape ofBulkCopy(int programCounter) {
            return new Shape(programCounter, Op.BULK_COPY, MemorySpace.GLOBAL, 1);
        }

        boolean isAccess() {
            return bytes > 0;
        }

        /// Whether the access may be of shared memory.
        boolean mayBeShared() {
            return space == MemorySpace.SHARED || space == MemorySpace.GENERIC;
        }

        /// Whether an access by a whole warp is recorded by its [AddressPattern].
        boolean hasPattern() {
            return isAccess()
                    && (space == MemorySpace.GLOBAL
                            || space == MemorySpace.SHARED
                            || space == MemorySpace.GENERIC);
        }
    }

    private int shared(Shape shape, AddressPattern pattern) {
        int passes = pattern.passes();
        if (passes == 0) {
            pattern.copy(addresses);
            passes = shared(shape, WHOLE_WARP, addresses);
            pattern.setPasses(passes);
            return passes;
        }
        tally.shared(shape.programCounter(), passes, least(shape));
        return passes;
    }

    private int shared(Shape shape, int active, long[] addresses) {
        int passes =
                shape.op() == Op.ATOMIC
                        ? conflicts.ofSharedAtomic(addresses, active)
                        : conflicts.ofLoad(addresses, active, shape.bytes());
        tally.shared(shape.programCounter(), passes, least(shape));
        return passes;
    }

    /// Accesses of all banks that the instruction takes without conflicts.
    private static int least(Shape shape) {
        return shape.op() == Op.ATOMIC ? 1 : BankConflicts.least(shape.bytes());
    }

    private AddressPattern pattern(int programCounter) {
        var pattern = patterns[programCounter];
        if (pattern == AddressPattern.NONE) {
            pattern = new AddressPattern();
            patterns[programCounter] = pattern;
        }
        return pattern;
    }

    private void global(
            WarpRecorder warp, Shape shape, int active, long[] addresses, CoalescedLines touched) {
        long bytes = (long) Integer.bitCount(active) * shape.bytes();
        tally.global(shape.programCounter(), bytes, touched.sectorCount());
        if (shape.op() == Op.ATOMIC) {
            int sharing = conflicts.sharing(addresses, active);
            warp.access(AccessWord.of(AccessWord.ATOMIC, sharing) | AccessWord.MORE);
        }
        warp.globalLines(touched);
    }

    private CoalescedLines globalLines(int bytes, int active, long[] addresses) {
        lines.clear();
        fillGlobal(bytes, active, addresses);
        return lines;
    }

    /// Most lanes touch the sector that the one before them did.
    private void fillGlobal(int bytes, int active, long[] addresses) {
        long before = -1;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            long address = addresses[Integer.numberOfTrailingZeros(rest)];
            long sector = address >>> AccessWord.SECTOR_SHIFT;
            if (sector != before || (address + bytes - 1) >>> AccessWord.SECTOR_SHIFT != before) {
                lines.add(address, bytes);
                before = sector;
            }
        }
    }

    /// Local memory lies so that the same word of all lanes is a line.
    private void fillLocal(int bytes, int active, long[] addresses) {
        lines.clear();
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long offset = addresses[l] & AddressSpace.WINDOW - 1;
            for (int done = 0; done < bytes; done += Integer.BYTES) {
                long word = (offset + done) >>> 2;
                lines.add(word * AccessWord.LINE_BYTES + (long) l * Integer.BYTES, 1);
            }
        }
    }

    /// Whether an instruction accesses memory of the device. Parameters are registers or constants
    /// there.
    public static boolean isAccess(LoadedProgram image, int programCounter) {
        int op = image.code().words()[programCounter * Code.STRIDE];
        if (Op.isOnTexels(op) || Op.isBulkCopy(op)) {
            return true;
        }
        return op >= Op.LOAD
                && op <= Op.ATOMIC
                && image.instruction(programCounter) instanceof Operation operation
                && !isParameter(operation.modifiers().or(StateSpace.GENERIC));
    }

    private static boolean isParameter(StateSpace space) {
        return switch (space) {
            case PARAM, PARAM_ENTRY, PARAM_FUNC -> true;
            case GENERIC,
                    GLOBAL,
                    CONST,
                    SHARED,
                    SHARED_CTA,
                    SHARED_CLUSTER,
                    LOCAL,
                    REG,
                    SREG,
                    TEX ->
                    false;
        };
    }
}
