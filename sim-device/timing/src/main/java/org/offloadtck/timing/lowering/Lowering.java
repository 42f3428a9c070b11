package org.offloadtck.timing.lowering;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.figures.TimingData;

/// What a device executes for each instruction of PTX.
public final class Lowering {

    private final Map<String, List<SequenceTable.Row>> rows;
    private final TimingData timing;

    private Lowering(int sm, TimingData timing) {
        this.timing = timing;
        this.rows =
                SequenceTable.of(sm).stream()
                        .collect(Collectors.groupingBy(row -> row.words().base()));
    }

    /// What that device executes.
    public static Lowering of(TimedDevice device) {
        return new Lowering(device.spec().sm(), device.timing());
    }

    /// What it executes for an instruction. One that the front end does not know is never executed,
    /// and has no instructions.
    public SassSequence sequence(Instruction instruction) {
        return instruction instanceof Instruction.Opaque opaque
                ? SequenceTable.unknown(opaque)
                : sequence(MnemonicPattern.of(instruction));
    }

    /// What it executes where a thread of a kernel ends.
    SassSequence exit() {
        return sequence(new MnemonicPattern("exit", Set.of()));
    }

    /// Whether a device may execute an instruction in its unit of 64-bit floating point, which only
    /// sequences of instructions of that type contain; found without [#sequence], which takes
    /// longer.
    public static boolean mayUseDouble(Instruction instruction) {
        return instruction instanceof Instruction.Operation operation
                && operation.modifiers().types().contains(PtxType.F64);
    }

    private SassSequence sequence(MnemonicPattern words) {
        return rows.getOrDefault(words.base(), List.of()).stream()
                .filter(row -> words.matches(row.words()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no sequence for " + words))
                .sequence(timing);
    }
}
