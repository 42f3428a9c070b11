package org.offloadtck.checks.initcheck;

import java.util.OptionalInt;
import org.offloadtck.checks.shadow.AddressWindow;
import org.offloadtck.checks.shadow.CoalescedRuns;
import org.offloadtck.checks.shadow.GlobalShadow;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.analysis.CompareAndSwapLoops;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;

/// Propagates uninitialised values between registers and memory. A load of one is no finding:
/// padding is loaded with the structure.
public final class MemoryPropagation {

    private static final int LANES = Code.LANES;
    private static final long ALL = -1;

    private final AtomicOperation[] kinds;
    private final int[] words;
    private final int[] lists;
    private final GlobalShadow memory;
    private final UninitialisedUseReporter reporter;
    private final CompareAndSwapLoops loops;

    public MemoryPropagation(UninitialisedUseReporter reporter, GlobalShadow memory) {
        var code = reporter.symbolizer().image().code();
        this.kinds =
                code.instructions().stream()
                        .map(MemoryPropagation::kind)
                        .toArray(AtomicOperation[]::new);
        this.words = code.words();
        this.lists = code.operandLists();
        this.memory = memory;
        this.reporter = reporter;
        this.loops = CompareAndSwapLoops.of(reporter.symbolizer().image());
    }

    /// An access of a group of a warp.
    public record Access(
            WarpShadow values, ShadowPage shared, Warp warp, LaneGroup group, int active) {

        /// Its part by some of the lanes.
        Access of(int lanes) {
            return new Access(values, shared, warp, group, lanes);
        }

        /// The access to the shared memory of another CTA.
        public Access of(ShadowPage other) {
            return new Access(values, other, warp, group, active);
        }
    }

    /// A group accesses memory.
    ///
    /// @param runs of the access, if it is regular
    public void accesses(Access access, long[] addresses, CoalescedRuns runs) {
        int at = access.group().pc() * Code.STRIDE;
        int y = words[at + Code.Y];
        int size = MemoryAccess.elementBytes(y);
        boolean vector = words[at] != Op.ATOMIC && MemoryAccess.isVector(y);
        int count = vector ? MemoryAccess.elements(y) : 1;
        boolean stores = Op.isStore(words[at]);
        int operand = words[at + (stores ? Code.B : Code.D)];
        int base = access.group().frame().firstRow();
        boolean all =
                runs.areRegular()
                        ? runs.areKnown()
                        : areKnown(access.shared(), access.active(), addresses, size * count);
        if (stores && runs.areRegular() && storesValues(access, operand, count)) {
            if (!all) {
                runs.know();
            }
            return;
        }
        for (int e = 0; e < count; e++) {
            int row = ShadowPropagation.row(vector ? lists[operand + e] : operand, base);
            switch (words[at]) {
                case Op.LOAD, Op.SURFACE_LOAD ->
                        load(access, addresses, new Element(row, e * size, size), all);
                case Op.STORE, Op.SURFACE_STORE ->
                        store(access, addresses, new Element(row, e * size, size), all);
                default -> atomic(access, addresses, new Element(row, 0, size), all);
            }
        }
    }

    /// All lanes of a group make a regular access by an instruction of a compiled block, whose
    /// registers are all initialised.
    ///
    /// @return whether all loaded bits are initialised; if not, nothing has changed
    public boolean passesRuns(int programCounter, CoalescedRuns runs) {
        boolean known = runs.areKnown();
        if (!known && words[programCounter * Code.STRIDE] == Op.STORE) {
            runs.know();
            return true;
        }
        return known;
    }

    /// All lanes of a group make an access that is not regular by an instruction of a compiled
    /// block, whose registers are all initialised.
    ///
    /// @return whether all bits that it accesses are initialised afterwards
    public boolean passes(int programCounter, ShadowPage shared, int active, long[] addresses) {
        int at = programCounter * Code.STRIDE;
        int bytes = MemoryAccess.bytes(words[at], words[at + Code.Y]);
        return areKnown(shared, active, addresses, bytes)
                || (words[at] == Op.STORE && areStored(shared, active, addresses, bytes));
    }

    /// Marks the bytes of a store as initialised, if all lanes store to shared or global memory.
    private boolean areStored(ShadowPage shared, int active, long[] addresses, int bytes) {
        for (int rest = active; rest != 0; rest &= rest - 1) {
            long address = addresses[Integer.numberOfTrailingZeros(rest)];
            boolean isShared = AddressWindow.of(address) == AddressWindow.SHARED;
            if (!isShared && !memory.holds(address)) {
                return false;
            }
            var page = isShared ? shared : memory.page(address);
            long offset = isShared ? address - AddressSpace.SHARED : GlobalShadow.offset(address);
            if (!holds(page, offset, bytes)) {
                return false;
            }
            page.fill((int) offset, (int) offset + bytes);
        }
        return true;
    }

    /// The lane of a group accesses local memory by an instruction of a compiled region, whose
    /// registers are all initialised.
    ///
    /// @return whether all loaded bits are initialised; if not, nothing has changed
    public boolean passesLocal(
            WarpShadow values, LaneGroup group, int programCounter, long address) {
        int at = programCounter * Code.STRIDE;
        int y = words[at + Code.Y];
        int size = MemoryAccess.elementBytes(y);
        int lane = group.firstLane();
        long offset = address - AddressSpace.LOCAL;
        int bytes = MemoryAccess.bytes(y);
        if (!fits(offset, bytes, group.frame().localEnd())) {
            return false;
        }
        long mask = WarpShadow.mask(size);
        for (int done = 0; done < bytes; done += size) {
            int place = (int) offset + done;
            if (words[at] == Op.STORE) {
                values.know(place, lane, size, mask);
            } else if (values.known(place, lane, size) != mask) {
                return false;
            }
        }
        return true;
    }

    /// Whether every bit that a regular store stores is initialised.
    private boolean storesValues(Access access, int operand, int count) {
        int base = access.group().frame().firstRow();
        int unknown = 0;
        boolean vector = MemoryAccess.isVector(words[access.group().pc() * Code.STRIDE + Code.Y]);
        for (int e = 0; e < count; e++) {
            int row = ShadowPropagation.row(vector ? lists[operand + e] : operand, base);
            unknown |= access.values().unknown[row / LANES];
        }
        return (unknown & access.active()) == 0;
    }

    /// Whether every bit of memory that the lanes access is initialised.
    boolean areKnown(ShadowPage shadow, int active, long[] addresses, int bytes) {
        int first = Integer.numberOfTrailingZeros(active);
        var window = AddressWindow.of(addresses[first]);
        if (window == AddressWindow.LOCAL || window == AddressWindow.OTHER) {
            return window == AddressWindow.OTHER;
        }
        boolean isShared = window == AddressWindow.SHARED;
        if (isShared
                && shadow.isKnown()
                && shadow.holds(AddressSpace.SHARED, active, bytes, addresses)) {
            return true;
        }
        int known = -1;
        var page = ShadowPage.NONE;
        long origin = 0;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            long address = addresses[Integer.numberOfTrailingZeros(rest)];
            if (!holds(page, address - origin, bytes)) {
                isShared = AddressWindow.of(address) == AddressWindow.SHARED;
                if (!isShared && !memory.holds(address)) {
                    return false;
                }
                page = isShared ? shadow : memory.page(address);
                origin = isShared ? AddressSpace.SHARED : address - GlobalShadow.offset(address);
                if (!holds(page, address - origin, bytes)) {
                    return false;
                }
            }
            if (!page.isKnown()) {
                known &= known(page, (int) (address - origin), bytes);
            }
        }
        return known == -1;
    }

    /// The initialised bits of all words that an access covers, and the bits of a word that it does
    /// not cover.
    private static int known(ShadowPage page, int offset, int bytes) {
        int from = offset >> 2;
        if (bytes < Integer.BYTES) {
            int mask = (1 << (Byte.SIZE * bytes)) - 1;
            return page.known[from] | ~(mask << (Byte.SIZE * (offset & 3)));
        }
        int known = -1;
        for (int word = 0; word < bytes >> 2; word++) {
            known &= page.known[from + word];
        }
        return known;
    }

    private static boolean holds(ShadowPage page, long offset, int bytes) {
        return offset >= 0 && offset <= (long) page.bytes() - bytes;
    }

    /// One element of a vector access, of each lane.
    ///
    /// @param row of the register
    /// @param offset from the address, in bytes
    /// @param size in bytes
    private record Element(int row, int offset, int size) {}

    /// The origin of a value that a lane fetches from texels, if some of their bits are
    /// uninitialised.
    OptionalInt uninitialised(Access access, long address, int lane, int bytes) {
        int size = Math.min(bytes, Long.BYTES);
        for (int offset = 0; offset < bytes; offset += size) {
            if ((~known(access, address + offset, lane, size) & WarpShadow.mask(size)) != 0) {
                return OptionalInt.of(origin(access, address + offset, lane));
            }
        }
        return OptionalInt.empty();
    }

    /// Bytes that a bulk copy moves, or combines with their destination.
    ///
    /// @param size a power of two, 4 at most
    record Move(long from, long to, int size, BulkTransfer.Effect effect) {}

    /// A lane moves bytes by a bulk copy. After a reduction, they are initialised if both sources
    /// were before.
    ///
    /// @param access of the source
    /// @param to the access of the destination
    void moves(Access access, Access to, int lane, Move move) {
        int size = move.size();
        long mask = WarpShadow.mask(size);
        long given = ~known(access, move.from(), lane, size) & mask;
        if (given != 0
                && reporter.reportsLoads()
                && AddressWindow.of(move.from()) == AddressWindow.GLOBAL) {
            reporter.load(access.warp(), access.group(), lane, move.from());
            given = 0;
        }
        long old = ~known(to, move.to(), lane, size) & mask;
        long after =
                switch (move.effect()) {
                    case REPLACES -> given;
                    case REDUCES -> (old | given) == 0 ? 0 : mask;
                };
        if ((old | after) != 0) {
            int origin =
                    after == 0
                            ? Origins.UNKNOWN
                            : given != 0
                                    ? origin(access, move.from(), lane)
                                    : origin(to, move.to(), lane);
            know(to, move.to(), lane, new Stored(size, after, origin));
        }
    }

    private void load(Access access, long[] addresses, Element element, boolean all) {
        var values = access.values();
        if (all) {
            values.unknown[element.row() / LANES] &= ~access.active();
            return;
        }
        boolean extendsSign =
                MemoryAccess.extendsSign(words[access.group().pc() * Code.STRIDE + Code.Y]);
        for (int rest = access.active(); rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long address = addresses[l] + element.offset();
            long unknown =
                    ~known(access, address, l, element.size()) & WarpShadow.mask(element.size());
            boolean isFinding =
                    unknown != 0
                            && reporter.reportsLoads()
                            && AddressWindow.of(address) == AddressWindow.GLOBAL;
            if (isFinding) {
                reporter.load(access.warp(), access.group(), l, address);
            }
            if (unknown == 0 || isFinding) {
                values.set(element.row(), l, 0, Origins.UNKNOWN);
            } else {
                long top = 1L << (Byte.SIZE * element.size() - 1);
                long bits = extendsSign && (unknown & top) != 0 ? unknown | -top : unknown;
                values.set(element.row(), l, bits, origin(access, address, l));
            }
        }
    }

    private void store(Access access, long[] addresses, Element element, boolean all) {
        var values = access.values();
        int unknown = values.unknown[element.row() / LANES] & access.active();
        if (all && unknown == 0) {
            return;
        }
        for (int rest = access.active(); rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long bits = (unknown >>> l & 1) == 0 ? 0 : values.bits(element.row(), l);
            know(
                    access,
                    addresses[l] + element.offset(),
                    l,
                    new Stored(element.size(), bits, values.origin(element.row(), l)));
        }
    }

    /// The definedness of a stored value.
    ///
    /// @param unknown its uninitialised bits
    /// @param origin of these bits
    private record Stored(int size, long unknown, int origin) {}

    /// The result of an atomic is as initialised as memory was. Memory is initialised afterwards if
    /// both the old value and the operand are; after an exchange, if the operand is.
    private void atomic(Access access, long[] addresses, Element element, boolean all) {
        int at = access.group().pc() * Code.STRIDE;
        int base = access.group().frame().firstRow();
        var values = access.values();
        int b = ShadowPropagation.row(words[at + Code.B], base);
        int c = ShadowPropagation.row(words[at + Code.C], base);
        var kind = kinds[access.group().pc()];
        int operands =
                values.unknown[b / LANES]
                        | (kind == AtomicOperation.CAS ? values.unknown[c / LANES] : 0);
        if (all && (operands & access.active()) == 0) {
            values.unknown[element.row() / LANES] &= ~access.active();
            return;
        }
        for (int rest = access.active(); rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long old =
                    ~known(access, addresses[l], l, element.size())
                            & WarpShadow.mask(element.size());
            long given = values.bits(kind == AtomicOperation.CAS ? c : b, l);
            int origin = old != 0 ? origin(access, addresses[l], l) : values.origin(b, l);
            boolean replaced = kind == AtomicOperation.EXCH;
            long left = replaced ? given : old | given;
            long after = replaced || left == 0 || kind == AtomicOperation.CAS ? left : ALL;
            know(access, addresses[l], l, new Stored(element.size(), after, origin));
            values.set(element.row(), l, old, origin);
        }
    }

    private static AtomicOperation kind(Instruction instruction) {
        return instruction instanceof Instruction.Operation operation
                ? operation.modifiers().or(AtomicOperation.ADD)
                : AtomicOperation.ADD;
    }

    /// The initialised bits of memory. Bits that a compare-and-swap loop does not change count as
    /// initialised.
    private long known(Access access, long address, int lane, int size) {
        return loops.known(access.group().pc(), bits(access, address, lane, size));
    }

    private long bits(Access access, long address, int lane, int size) {
        return switch (AddressWindow.of(address)) {
            case SHARED -> {
                long offset = address - AddressSpace.SHARED;
                yield fits(offset, size, access.shared().bytes())
                        ? access.shared().known((int) offset, size)
                        : ALL;
            }
            case LOCAL -> {
                long offset = address - AddressSpace.LOCAL;
                yield fits(offset, size, access.group().frame().localEnd())
                        ? access.values().known((int) offset, lane, size)
                        : ALL;
            }
            case GLOBAL ->
                    memory.holds(address) && (address & size - 1) == 0
                            ? memory.page(address).known(GlobalShadow.offset(address), size)
                            : ALL;
            case OTHER -> ALL;
        };
    }

    private static boolean fits(long offset, int size, long end) {
        return offset >= 0 && offset <= end - size && (offset & size - 1) == 0;
    }

    private int origin(Access access, long address, int lane) {
        int origin =
                switch (AddressWindow.of(address)) {
                    case SHARED -> access.shared().origin((int) (address - AddressSpace.SHARED));
                    case LOCAL ->
                            access.values().localOrigin((int) (address - AddressSpace.LOCAL), lane);
                    case GLOBAL -> memory.page(address).origin(GlobalShadow.offset(address));
                    case OTHER -> Origins.UNKNOWN;
                };
        return origin != Origins.UNKNOWN
                ? origin
                : reporter.originOfLoad(access.warp(), access.group(), lane, address);
    }

    private void know(Access access, long address, int lane, Stored stored) {
        long known = ~stored.unknown() & WarpShadow.mask(stored.size());
        boolean isUninitialised = (stored.unknown() & WarpShadow.mask(stored.size())) != 0;
        switch (AddressWindow.of(address)) {
            case SHARED -> {
                long offset = address - AddressSpace.SHARED;
                if (fits(offset, stored.size(), access.shared().bytes())) {
                    know(access.shared(), (int) offset, stored, known);
                }
            }
            case LOCAL -> {
                long offset = address - AddressSpace.LOCAL;
                if (fits(offset, stored.size(), access.group().frame().localEnd())) {
                    access.values().know((int) offset, lane, stored.size(), known);
                    if (isUninitialised) {
                        access.values().setLocalOrigin((int) offset, lane, stored.origin());
                    }
                }
            }
            case GLOBAL -> {
                if (memory.holds(address) && (address & stored.size() - 1) == 0) {
                    know(memory.page(address), GlobalShadow.offset(address), stored, known);
                }
            }
            case OTHER -> {}
        }
    }

    private static void know(ShadowPage page, int offset, Stored stored, long known) {
        page.know(offset, stored.size(), known);
        if (known != WarpShadow.mask(stored.size())) {
            page.setOrigin(offset, stored.origin());
        }
    }
}
