package org.offloadtck.checks.racecheck;

import java.util.List;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.thread.Warp;

/// Tells of races, but for stores of what is there already.
public final class RaceReporter {

    /// Said of a load that [SpeculativeLoads] knows.
    public static final String FOR_NOTHING =
            "; who does not come to the store has no use for the load";

    private final Symbolizer scene;
    private final AccessAttributes forms;
    private final SpeculativeLoads early;
    private final int[] words;
    private final int[] lists;

    public RaceReporter(Symbolizer scene, AccessAttributes forms) {
        this.scene = scene;
        this.forms = forms;
        this.early = new SpeculativeLoads(scene.image());
        this.words = scene.image().code().words();
        this.lists = scene.image().code().operandLists();
    }

    Symbolizer scene() {
        return scene;
    }

    /// A thread's part in a race.
    ///
    /// @param actor number in the grid of its warp
    record Part(int actor, int lane, int pc) {}

    /// A race between what a thread is about to do and what was done before.
    ///
    /// @param base of its frame in the register file
    void race(Warp warp, int base, Encounter encounter) {
        var mine = encounter.mine();
        var theirs = encounter.theirs();
        boolean both = (forms.of(mine.pc()) & forms.of(theirs.pc()) & AccessAttributes.WRITES) != 0;
        boolean plain =
                ((forms.of(mine.pc()) | forms.of(theirs.pc())) & AccessAttributes.ATOMIC) == 0;
        if (both
                && plain
                && bytes(mine.pc()) == bytes(theirs.pc())
                && storesWhatIsThere(warp, base, mine, encounter.address())) {
            return;
        }
        report(warp, encounter);
    }

    private boolean isForNothing(int mine, int theirs) {
        boolean iStore = forms.of(mine) == AccessAttributes.WRITES;
        boolean theyStore = forms.of(theirs) == AccessAttributes.WRITES;
        return (iStore && early.isFor(theirs, mine)) || (theyStore && early.isFor(mine, theirs));
    }

    /// Two accesses that meet.
    ///
    /// @param address of the first byte of mine
    record Encounter(Part mine, Part theirs, long address) {}

    void report(Warp warp, Encounter encounter) {
        var mine = encounter.mine();
        var theirs = encounter.theirs();
        var what = what(mine.pc());
        var other = what(theirs.pc());
        scene.report(
                KernelFinding.Kind.RACE,
                "%s at %s races with a %s of another thread%s"
                        .formatted(
                                what,
                                scene.describe(encounter.address(), warp),
                                other,
                                isForNothing(mine.pc(), theirs.pc()) ? FOR_NOTHING : ""),
                List.of(
                        scene.site(what, mine.actor(), mine.lane(), mine.pc()),
                        scene.site(other, theirs.actor(), theirs.lane(), theirs.pc())));
    }

    private String what(int pc) {
        return "%s of %d bytes".formatted(AccessAttributes.noun(forms.of(pc)), bytes(pc));
    }

    private int bytes(int pc) {
        int at = pc * Code.STRIDE;
        return MemoryAccess.bytes(words[at], words[at + Code.Y]);
    }

    /// Whether two threads of a warp that are about to store store the same.
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

    /// Whether a compare-and-swap that is about to be made finds what it expects.
    boolean succeeds(Warp warp, int base, Part mine, long address) {
        int size = bytes(mine.pc());
        long expected = warp.registers()[row(mine.pc(), base, 0) + mine.lane()];
        return NativeBytes.get(place(warp, address), size)
                == Integers.truncate(expected, Byte.SIZE * size);
    }

    private long place(Warp warp, long address) {
        return AddressSpace.window(address) == AddressSpace.SHARED
                ? warp.cta().shared() + address - AddressSpace.SHARED
                : address + scene.image().memory().hostOffset();
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
        boolean vector = words[at] == Op.STORE && MemoryAccess.isVector(words[at + Code.Y]);
        int operand = words[at + Code.B];
        int row = vector ? lists[operand + element] : operand;
        return row >= 0 ? base + row : ~row;
    }
}
