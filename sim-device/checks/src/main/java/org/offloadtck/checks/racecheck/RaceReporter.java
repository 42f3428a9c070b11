package org.offloadtck.checks.racecheck;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.offloadtck.checks.finding.Defect.DataRace;
import org.offloadtck.checks.finding.Defect.DataRace.Speculation;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.checks.finding.MemoryLocation;
import org.offloadtck.checks.finding.MemoryLocation.InTensorMemory;
import org.offloadtck.checks.finding.RacingAccess;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.finding.ThreadAction;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.code.TensorMemoryInstruction;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.thread.Warp;

/// Reports data races, except stores of the value that memory already has.
final class RaceReporter {

    private final Symbolizer symbolizer;
    private final AccessAttributes attributes;
    private final SpeculativeLoads speculative;
    private final int[] words;
    private final int[] lists;
    private final List<TensorMemoryInstruction> instructions;

    /// Place of the shared memory of another CTA that is accessed, or 0.
    private long remote;

    /// The pairs of instructions whose race was reported before: a race may repeat in every thread,
    /// and its sites are expensive to determine.
    private final Set<Instructions> repeated = new HashSet<>();

    RaceReporter(Symbolizer symbolizer, AccessAttributes attributes) {
        this.symbolizer = symbolizer;
        this.attributes = attributes;
        this.speculative = new SpeculativeLoads(symbolizer.image());
        this.words = symbolizer.image().code().words();
        this.lists = symbolizer.image().code().operandLists();
        this.instructions = symbolizer.image().code().tensorMemoryInstructions();
    }

    /// Takes addresses of shared memory as those of another CTA of the cluster.
    ///
    /// @param place of its shared memory in this process
    void useShared(long place) {
        remote = place;
    }

    void useOwnShared() {
        remote = 0;
    }

    Symbolizer symbolizer() {
        return symbolizer;
    }

    /// The access of one thread in a race.
    ///
    /// @param warp its number in the grid
    record Part(int warp, int lane, int pc) {}

    /// Reports a race between an access that is about to happen and an earlier one, unless both
    /// store the same value.
    ///
    /// @param base first row of the thread's frame in the register file
    void race(Warp warp, int base, Encounter encounter) {
        var mine = encounter.mine();
        var theirs = encounter.theirs();
        boolean both =
                (attributes.of(mine.pc()) & attributes.of(theirs.pc()) & AccessAttributes.WRITES)
                        != 0;
        boolean plain =
                ((attributes.of(mine.pc()) | attributes.of(theirs.pc())) & AccessAttributes.ATOMIC)
                                == 0
                        && !isBulkCopy(mine.pc())
                        && !isBulkCopy(theirs.pc());
        if (both
                && plain
                && bytes(mine.pc()) == bytes(theirs.pc())
                && storesWhatIsThere(warp, base, mine, encounter.address())) {
            return;
        }
        report(warp, encounter);
    }

    private Speculation speculation(int mine, int theirs) {
        boolean iStore = attributes.of(mine) == AccessAttributes.WRITES;
        boolean theyStore = attributes.of(theirs) == AccessAttributes.WRITES;
        boolean isLoad =
                (iStore && speculative.isFor(theirs, mine))
                        || (theyStore && speculative.isFor(mine, theirs));
        return isLoad ? Speculation.LOAD : Speculation.NONE;
    }

    /// The program counters of two instructions whose accesses race.
    private record Instructions(int mine, int theirs) {}

    /// Two accesses that race.
    ///
    /// @param address of the first byte of the later access
    record Encounter(Part mine, Part theirs, long address) {}

    void report(Warp warp, Encounter encounter) {
        report(warp, encounter, access(encounter.mine().pc()), access(encounter.theirs().pc()));
    }

    /// Reports that an access is to memory of a bulk copy, an asynchronous store or a matrix
    /// product that no thread has waited for.
    void pending(Warp warp, Encounter encounter) {
        var type = pendingType(encounter.theirs().pc());
        report(warp, encounter, access(encounter.mine().pc()), new RacingAccess(type, 0));
    }

    private RacingAccess.Type pendingType(int pc) {
        if (words[pc * Code.STRIDE] == Op.TENSOR_CORE) {
            return switch (tensorMemoryUse(pc)) {
                case TENSOR_COPY -> RacingAccess.Type.PENDING_TENSOR_COPY;
                case TENSOR_SHIFT -> RacingAccess.Type.PENDING_TENSOR_SHIFT;
                default -> RacingAccess.Type.PENDING_MATRIX_PRODUCT;
            };
        }
        if (isMatrixProduct(pc)) {
            return RacingAccess.Type.PENDING_MATRIX_PRODUCT;
        }
        return isBulkCopy(pc)
                ? RacingAccess.Type.PENDING_BULK_COPY
                : RacingAccess.Type.PENDING_STORE;
    }

    /// Reports that a use of tensor memory is of cells of an operation that no thread has waited
    /// for.
    ///
    /// @param issuer the thread, or the first of its warp
    void pending(PendingCopies.Issuer issuer, int pc, PendingTensorOperations.CellConflict found) {
        var their = found.with().issuer();
        var theirs = new Part(their.actor(), their.lane(), found.with().pc());
        var cell = new InTensorMemory(found.cells().lane(), found.cells().column());
        report(
                new Sides(
                        new Part(issuer.actor(), issuer.lane(), pc),
                        new RacingAccess(tensorMemoryUse(pc), 0),
                        theirs,
                        new RacingAccess(pendingType(theirs.pc()), 0)),
                () -> cell);
    }

    private RacingAccess.Type tensorMemoryUse(int pc) {
        return switch (instructions.get(words[pc * Code.STRIDE + Code.X])) {
            case TensorMemoryInstruction.Product _ -> RacingAccess.Type.MATRIX_PRODUCT;
            case TensorMemoryInstruction.Copy _ -> RacingAccess.Type.TENSOR_COPY;
            case TensorMemoryInstruction.Shift _ -> RacingAccess.Type.TENSOR_SHIFT;
            case TensorMemoryInstruction.Store _ -> RacingAccess.Type.TENSOR_STORE;
            case TensorMemoryInstruction.Load _,
                    TensorMemoryInstruction.Allocation _,
                    TensorMemoryInstruction.Release _,
                    TensorMemoryInstruction.Relinquishment _ ->
                    RacingAccess.Type.TENSOR_LOAD;
        };
    }

    /// Reports that a bulk copy or matrix product reads a store without a fence between the
    /// proxies.
    void unfenced(Warp warp, Encounter encounter) {
        report(
                warp,
                encounter,
                new RacingAccess(
                        isMatrixProduct(encounter.mine().pc())
                                ? RacingAccess.Type.UNFENCED_MATRIX_PRODUCT
                                : RacingAccess.Type.UNFENCED_BULK_COPY,
                        0),
                access(encounter.theirs().pc()));
    }

    private void report(Warp warp, Encounter encounter, RacingAccess later, RacingAccess earlier) {
        report(
                new Sides(encounter.mine(), later, encounter.theirs(), earlier),
                () -> symbolizer.locate(encounter.address(), warp));
    }

    /// The sides of a race.
    private record Sides(Part mine, RacingAccess later, Part theirs, RacingAccess earlier) {}

    private void report(Sides race, Supplier<MemoryLocation> location) {
        var mine = race.mine();
        var theirs = race.theirs();
        var pair = new Instructions(mine.pc(), theirs.pc());
        if (repeated.contains(pair)) {
            return;
        }
        boolean isRepeated =
                symbolizer.report(
                        Kind.RACE,
                        List.of(site(mine, race.later()), site(theirs, race.earlier())),
                        () ->
                                new DataRace(
                                        race.later(),
                                        race.earlier(),
                                        location.get(),
                                        speculation(mine.pc(), theirs.pc())));
        if (isRepeated) {
            repeated.add(pair);
        }
    }

    private Site site(Part part, RacingAccess access) {
        return symbolizer.site(
                new ThreadAction.Access(access), part.warp(), part.lane(), part.pc());
    }

    private RacingAccess access(int pc) {
        int form = attributes.of(pc);
        if (words[pc * Code.STRIDE] == Op.TEXTURE_FETCH) {
            return new RacingAccess(RacingAccess.Type.FETCH, 0);
        }
        if (isBulkCopy(pc)) {
            return new RacingAccess(RacingAccess.Type.BULK_COPY, 0);
        }
        if (isMatrixProduct(pc)) {
            return new RacingAccess(RacingAccess.Type.MATRIX_PRODUCT, 0);
        }
        if ((form & AccessAttributes.ATOMIC) != 0) {
            return new RacingAccess(RacingAccess.Type.ATOMIC, bytes(pc));
        }
        boolean stores = (form & AccessAttributes.WRITES) != 0;
        return new RacingAccess(
                stores ? RacingAccess.Type.STORE : RacingAccess.Type.LOAD, bytes(pc));
    }

    private boolean isMatrixProduct(int pc) {
        int op = words[pc * Code.STRIDE];
        return op == Op.WARPGROUP_PRODUCT || op == Op.TENSOR_CORE;
    }

    private boolean isBulkCopy(int pc) {
        return Op.isBulkCopy(words[pc * Code.STRIDE]);
    }

    private int bytes(int pc) {
        int at = pc * Code.STRIDE;
        return MemoryAccess.bytes(words[at], words[at + Code.Y]);
    }

    /// Whether two lanes are about to store the same value.
    boolean storeTheSame(Warp warp, int base, Part mine, int other) {
        long[] r = warp.registers();
        for (int e = 0; e < elements(mine.pc()); e++) {
            int row = row(mine.pc(), base, e);
            if (r[row + mine.lane()] != r[row + other]) {
                return false;
            }
        }
        return true;
    }

    /// Whether a compare-and-swap is about to succeed.
    boolean succeeds(Warp warp, int base, Part mine, long address) {
        int size = bytes(mine.pc());
        long expected = warp.registers()[row(mine.pc(), base, 0) + mine.lane()];
        return NativeBytes.get(place(warp, address), size)
                == Integers.truncate(expected, Byte.SIZE * size);
    }

    private long place(Warp warp, long address) {
        return AddressSpace.window(address) == AddressSpace.SHARED
                ? (remote != 0 ? remote : warp.cta().shared()) + address - AddressSpace.SHARED
                : address + symbolizer.image().memory().hostOffset();
    }

    private boolean storesWhatIsThere(Warp warp, int base, Part mine, long address) {
        int size = bytes(mine.pc()) / elements(mine.pc());
        long place = place(warp, address);
        for (int e = 0; e < elements(mine.pc()); e++) {
            long value = warp.registers()[row(mine.pc(), base, e) + mine.lane()];
            long there = NativeBytes.get(place + (long) e * size, size);
            if (Integers.truncate(value, Byte.SIZE * size) != there) {
                return false;
            }
        }
        return true;
    }

    private int elements(int pc) {
        return MemoryAccess.elements(words[pc * Code.STRIDE + Code.Y]);
    }

    private int row(int pc, int base, int element) {
        int at = pc * Code.STRIDE;
        boolean vector = Op.isStore(words[at]) && MemoryAccess.isVector(words[at + Code.Y]);
        int operand = words[at + Code.B];
        int row = vector ? lists[operand + element] : operand;
        return row >= 0 ? base + row : ~row;
    }
}
