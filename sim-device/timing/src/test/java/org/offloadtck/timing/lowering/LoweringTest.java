package org.offloadtck.timing.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.opcode.InstructionForm;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.timing.figures.Basis;
import org.offloadtck.timing.figures.ExecutionUnit;
import org.offloadtck.timing.figures.TimedDevice;

class LoweringTest {

    private static final int FORMS = 393;

    static List<TimedDevice> devices() {
        return DeviceSpec.all().stream().map(TimedDevice::of).toList();
    }

    /// The forms that compilers wrote into the corpus, as instructions.
    private static Stream<String> forms() {
        return Corpus.text("ptx/forms.tsv")
                .lines()
                .skip(1)
                .map(row -> row.substring(row.lastIndexOf('\t') + 1));
    }

    private static Instruction instruction(String text) {
        var module = PtxParser.parse("a.ptx", module(text));
        return module.function("k").orElseThrow().body().instructions().getFirst();
    }

    private static SassSequence sequence(String device, String text) {
        return Lowering.of(TimedDevice.of(DeviceSpec.named(device).orElseThrow()))
                .sequence(instruction(text));
    }

    private static String module(String instruction) {
        return """
        .version 8.0
        .target sm_90
        .address_size 64
        .global .align 16 .b8 g[64];
        .const .align 16 .b8 c[64];
        .shared .align 16 .b8 s[64];
        .func f() { ret; }
        .visible .entry k(.param .u64 p)
        {
        .reg .pred %%p<9>; .reg .b16 %%rs<9>; .reg .b32 %%r<9>; .reg .b64 %%rd<9>;
        .reg .f32 %%f<9>; .reg .f64 %%fd<9>;
        .local .align 16 .b8 depot[64];
        .param .b64 x;
        prototype: .callprototype _ (.param .b64 _);
        L:
        %s
        }
        """
                .formatted(instruction);
    }

    @Test
    void onlyInstructionsWithTheTypeHaveTheUnitOfDoublesInTheirSequence() {
        assertThat(SequenceTable.ROWS)
                .filteredOn(row ->
                        row.sequence(devices().getFirst().timing())
                                        .instructions(ExecutionUnit.DOUBLE)
                                > 0)
                .isNotEmpty()
                .allMatch(row -> row.words().modifiers().contains("f64"));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void everyFormOfTheCorpusHasASequenceWithASource(TimedDevice device) {
        var lowering = Lowering.of(device);
        var sequences = forms().map(form -> lowering.sequence(instruction(form))).toList();

        assertThat(sequences).hasSize(FORMS);
        assertThat(sequences)
                .allSatisfy(sequence -> {
                    assertThat(sequence.source()).isNotBlank();
                    assertThat(sequence.latency()).isNotNegative();
                });
    }

    /// Whatever modifiers it has: the last row of each instruction asks for none.
    @Test
    void everyInstructionOfTheTableHasARowThatAlwaysMatches() {
        var bases =
                Arrays.stream(Opcode.values())
                        .flatMap(opcode -> opcode.forms().stream())
                        .map(InstructionForm::base)
                        .distinct()
                        .toList();

        for (var spec : DeviceSpec.all()) {
            assertThat(SequenceTable.of(spec.sm()))
                    .filteredOn(row -> row.words().modifiers().isEmpty())
                    .extracting(row -> row.words().base())
                    .containsAll(bases)
                    .contains("bra", "brx", "call");
        }
    }

    /// `ptxas` 13.0.88 makes the same of them for both architectures, up to the instruction that
    /// loads a parameter.
    @Test
    void aFormWithoutARowHasThatOfTheNearestPredecessorAndIsAssumed() {
        String form = "div.rn.f32 %f1, %f2, %f3;";
        var hopper = sequence("h100", form);

        var blackwell = sequence("b200", form);

        assertThat(blackwell.steps()).isEqualTo(hopper.steps());
        assertThat(hopper.basis()).isEqualTo(Basis.COUNTED);
        assertThat(blackwell.basis()).isEqualTo(Basis.ASSUMED);
        assertThat(blackwell.source()).startsWith("as sm_90's: ptxas");
    }

    @ParameterizedTest
    @CsvSource({
        "t4, 'add.f32 %f1, %f2, %f3;', 1 float, 4",
        "h200, 'add.s64 %rd1, %rd2, %rd3;', 2 integer, 8",
        "a100, 'fma.rn.f32x2 %rd1, %rd2, %rd3, %rd4;', 2 float, 6",
        "h200, 'cvt.u64.u32 %rd1, %r1;', 1 integer, 4",
        "h200, 'cvt.u32.u64 %r1, %rd1;', nothing, 0",
        "t4, 'fma.rn.f64 %fd1, %fd2, %fd3, %fd4;', 1 double, 45",
        "a100, 'fma.rn.f64 %fd1, %fd2, %fd3, %fd4;', 1 double, 8",
        "a100, 'cvt.rn.f32.s32 %f1, %r1;', 1 special, 23",
        "h200, 'cvt.rn.f32.s32 %f1, %r1;', 1 integer, 4",
        "h200, 'mov.u32 %r1, %tid.x;', 1 special, 17",
        "h200, 'mov.u32 %r1, %ntid.x;', nothing, 0",
        "h200, 'mov.u32 %r1, %r2;', nothing, 0",
        "h200, 'mad.wide.u32 %rd1, %r1, 4, %rd2;', 1 float, 4",
        "h200, 'mad.wide.u32 %rd1, %r1, %r2, %rd2;', 1 float 2 integer, 12",
        "h200, 'bra L;', 1 control, 11",
        "h200, 'ld.global.u32 %r1, [%rd1];', 1 memory, 0",
        "h200, 'frobnicate.u32 %r1;', nothing, 0",
    })
    void aSequenceIsWhatTheAssemblerMakes(
            String device, String instruction, String steps, int latency) {
        var sequence = sequence(device, instruction);

        assertThat(spelt(sequence)).isEqualTo(steps);
        assertThat(sequence.latency()).isEqualTo(latency);
    }

    private static String spelt(SassSequence sequence) {
        return sequence.steps().isEmpty()
                ? "nothing"
                : sequence.steps().stream()
                        .map(step -> step.count() + " " + step.unit().word())
                        .collect(Collectors.joining(" "));
    }

    @Test
    void whatTakesDozensOfInstructionsIsKnownTo() {
        var division = sequence("t4", "div.rn.f64 %fd1, %fd2, %fd3;");

        assertThat(division.instructions()).isGreaterThan(10);
        assertThat(division.instructions(ExecutionUnit.DOUBLE)).isEqualTo(8);
        assertThat(division.instructions(ExecutionUnit.MEMORY)).isZero();
        assertThat(division.basis()).isEqualTo(Basis.COUNTED);
        assertThat(sequence("t4", "add.f64 %fd1, %fd2, %fd3;").instructions()).isEqualTo(1);
    }
}
