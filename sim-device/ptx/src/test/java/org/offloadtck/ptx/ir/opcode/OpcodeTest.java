package org.offloadtck.ptx.ir.opcode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.modifier.PtxType;

class OpcodeTest {

    @ParameterizedTest
    @EnumSource
    void everyRowBeginsWithTheNameOfItsInstruction(Opcode opcode) {
        assertThat(opcode.forms())
                .isNotEmpty()
                .allMatch(form -> opcode.name().toLowerCase(Locale.ROOT).startsWith(form.base()));
    }

    @ParameterizedTest
    @EnumSource
    void allRowsOfAnInstructionBeginWithOneWord(Opcode opcode) {
        assertThat(opcode.forms()).allMatch(form -> form.base().equals(opcode.base()));
    }

    @Test
    void aWordInBracesIsOptional() {
        var form = InstructionForm.of("setp.cmp{.bool}{.ftz}.type p|p, a, a{, q}");

        assertThat(form.match(List.of("lt", "f32"))).isPresent();
        assertThat(form.match(List.of("lt", "and", "ftz", "f32"))).isPresent();
        assertThat(form.match(List.of("ftz", "f32"))).isEmpty();
        assertThat(form.match(List.of("lt"))).isEmpty();
    }

    @Test
    void aWordThatIsNotInTheRowIsRejected() {
        var form = InstructionForm.of("cvta.to.space.type d, a");

        assertThat(form.match(List.of("to", "global", "u64"))).isPresent();
        assertThat(form.match(List.of("global", "u64"))).isEmpty();
        assertThat(form.match(List.of("to", "to", "global", "u64"))).isEmpty();
        assertThat(form.match(List.of("to", "global", "u64", "ftz"))).isEmpty();
    }

    @Test
    void aSlotTakesOnlyTypesOfItsKind() {
        var form = InstructionForm.of("add{.sat}{.cc}.int d, a, a");

        assertThat(Stream.of("s32", "u64", "b32", "f32", "pred", "u8"))
                .filteredOn(type -> form.match(List.of(type)).isPresent())
                .containsExactly("s32", "u64");
    }

    @Test
    void theNumberOfOperandsDeterminesTheirRoles() {
        var form = InstructionForm.of("bar{.cta}.red.popc.int d, u{, u}, q");

        assertThat(form.operands(4))
                .contains(
                        List.of(
                                OperandRole.RESULT,
                                OperandRole.WORD,
                                OperandRole.WORD,
                                OperandRole.CONDITION));
        assertThat(form.operands(3))
                .contains(List.of(OperandRole.RESULT, OperandRole.WORD, OperandRole.CONDITION));
        assertThat(form.operands(2)).isEmpty();
        assertThat(form.operandCount()).isEqualTo("3 or 4");
    }

    @Test
    void printsAMnemonicInTheOrderOfItsRow() {
        var modifiers =
                Opcode.ATOM
                        .forms()
                        .getFirst()
                        .match(List.of("add", "release", "gpu", "global", "u32"))
                        .orElseThrow();

        assertThat(Opcode.ATOM.mnemonic(modifiers)).isEqualTo("atom.release.gpu.global.add.u32");
    }

    @Test
    void rejectsModifiersThatNoRowHas() {
        var modifiers = new Modifiers(List.of(PtxType.PRED));

        assertThatThrownBy(() -> Opcode.ADD.mnemonic(modifiers))
                .hasMessage("ADD has no Modifiers[written=[PRED]]");
    }

    @Test
    void noTwoRolesOfOperandsHaveOneLetter() {
        assertThat(OperandRole.values()).extracting(OperandRole::letter).doesNotHaveDuplicates();
    }
}
