package org.offloadtck.simt.lowering;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.device.TimingData;

/// What a device executes for each instruction of PTX.
public final class Lowering {

    private final Map<String, List<SequenceTable.Row>> rows;
    private final TimingData timing;

    private Lowering(String architecture, TimingData timing) {
        this.timing = timing;
        this.rows =
                SequenceTable.ROWS.stream()
                        .filter(row -> row.isOf(architecture))
                        .collect(Collectors.groupingBy(row -> row.words().base()));
    }

    /// What that device executes.
    public static Lowering of(DeviceSpec spec) {
        return new Lowering(spec.architecture(), spec.timing());
    }

    /// What it executes for an instruction. One that the front end does not know is executed by
    /// nobody, and has no instructions.
    public Sequence sequence(Instruction instruction) {
        return instruction instanceof Instruction.Opaque opaque
                ? SequenceTable.unknown(opaque)
                : sequence(Words.of(instruction));
    }

    private Sequence sequence(Words words) {
        return rows.getOrDefault(words.base(), List.of()).stream()
                .filter(row -> words.matches(row.words()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no sequence for " + words))
                .sequence(timing);
    }
}
