package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.Variable.Value;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;

class VariableParserTest {

    @Test
    void parsesEveryPartOfADeclaration() {
        assertThat(variable(".weak .const .align 16 .v2 .f32 a[3][4];"))
                .isEqualTo(
                        new Variable(
                                PtxLinkage.WEAK,
                                StateSpace.CONST,
                                16,
                                2,
                                PtxType.F32,
                                "a",
                                List.of(3L, 4L),
                                List.of(),
                                false,
                                new TextSpan(4, 33, 1)));
    }

    @Test
    void knowsManagedVariables() {
        assertThat(variable(".global .attribute(.managed) .align 4 .u32 a = 5;").isManaged())
                .isTrue();
        assertThat(variable(".global .align 4 .attribute(.unified(1, 2), .managed) .u32 a;"))
                .matches(Variable::isManaged)
                .matches(managed -> managed.alignment() == 4);
        assertThat(variable(".global .attribute(.unified(1, 2)) .u32 a;").isManaged()).isFalse();
    }

    @Test
    void declaresARangeOfVariables() {
        var module =
                PtxParser.parse(
                        "a.ptx",
                        """
                        .version 6.0
                        .target sm_30
                        .address_size 64
                        .global .align 8 .u32 a<3>, b;
                        """);

        assertThat(module.variables())
                .extracting(Variable::name, Variable::alignment, Variable::size)
                .containsExactly(
                        tuple("a0", 8, 4L),
                        tuple("a1", 8, 4L),
                        tuple("a2", 8, 4L),
                        tuple("b", 8, 4L));
    }

    @Test
    void alignsToTheElementByDefault() {
        assertThat(variable(".global .v4 .f32 a;").alignment()).isEqualTo(16);
    }

    @Test
    void countsVectorsAndDimensionsInTheSize() {
        assertThat(variable(".global .v2 .f32 a[3][4];").size()).isEqualTo(96);
    }

    @Test
    void givesAnUnboundedArraySizeZero() {
        assertThat(variable(".extern .shared .align 16 .b8 dyn[];").size()).isZero();
    }

    @Test
    void derivesTheLengthOfAnUnboundedArrayFromItsInitialiser() {
        assertThat(variable(".global .u32 a[][2] = {{1, 2}, {3, 4}, {5}};").dimensions())
                .containsExactly(3L, 2L);
    }

    @Test
    void parsesSeveralNamesOfOneDeclaration() {
        assertThat(PtxSamples.parse(PtxSamples.HEADER + ".global .b8 a, b[2];").variables())
                .extracting(Variable::name, Variable::size)
                .containsExactly(tuple("a", 1L), tuple("b", 2L));
    }

    @Test
    void numbersTheValuesOfNestedListsByElement() {
        assertThat(variable(".global .u32 a[3][2] = {{1, 2}, {3}, {4}};").initial())
                .extracting(Variable.Initial::element, initial -> bits(initial.value()))
                .containsExactly(tuple(0L, 1L), tuple(1L, 2L), tuple(2L, 3L), tuple(4L, 4L));
    }

    @Test
    void parsesAnEmptyListAsZeros() {
        assertThat(variable(".global .b8 a[16] = {};").initial()).isEmpty();
        assertThat(variable(".global .u32 a[3][2] = {{}, {3}, {}};").initial())
                .extracting(Variable.Initial::element, initial -> bits(initial.value()))
                .containsExactly(tuple(2L, 3L));
        assertThat(variable(".global .u32 a[][2] = {{}, {}, {4}};").dimensions())
                .containsExactly(3L, 2L);
    }

    @Test
    void parsesNumbersInEveryNotation() {
        assertThat(variable(".global .u64 a[6] = {-1, 0x1F, 017, 0b101, 7U, ~0};").initial())
                .extracting(initial -> bits(initial.value()))
                .containsExactly(-1L, 31L, 15L, 5L, 7L, -1L);
    }

    @Test
    void parsesTheLargestUnsignedNumber() {
        assertThat(variable(".global .u64 a = 18446744073709551615;").initial())
                .extracting(initial -> bits(initial.value()))
                .containsExactly(-1L);
    }

    @Test
    void parsesFloatingPointNumbers() {
        assertThat(variable(".global .f64 a[3] = {0d3FF8000000000000, -1.5, 2.5e-1};").initial())
                .extracting(initial -> Double.longBitsToDouble(bits(initial.value())))
                .containsExactly(1.5, -1.5, 0.25);
    }

    @Test
    void parsesADecimalFractionWithoutDigitsOnOneSide() {
        assertThat(
                        variable(".global .f64 a[7] = {.5, 1., -.5e1, 1.e3, 1e3, 0e1, 09.5E-1};")
                                .initial())
                .extracting(initial -> Double.longBitsToDouble(bits(initial.value())))
                .containsExactly(0.5, 1.0, -5.0, 1000.0, 1000.0, 0.0, 0.95);
    }

    @Test
    void parsesAddressesWithOffsets() {
        var module =
                PtxSamples.parse(
                        PtxSamples.HEADER
                                + ".global .b8 b[9];"
                                + ".global .u64 a[4] = {b, b+8, generic(b), generic(b)-1};");

        assertThat(module.variable("a").orElseThrow().initial())
                .extracting(Variable.Initial::value)
                .containsExactly(
                        new Value.Address("b", 0, Value.Addressing.IN_SPACE, -1),
                        new Value.Address("b", 8, Value.Addressing.IN_SPACE, -1),
                        new Value.Address("b", 0, Value.Addressing.GENERIC, -1),
                        new Value.Address("b", -1, Value.Addressing.GENERIC, -1));
    }

    @Test
    void parsesOneByteOfAnAddress() {
        assertThat(variable(".global .b8 a[8] = {0xFF(a), 0xFF00(generic(a))};").initial())
                .extracting(Variable.Initial::value)
                .containsExactly(
                        new Value.Address("a", 0, Value.Addressing.IN_SPACE, 0xFF),
                        new Value.Address("a", 0, Value.Addressing.GENERIC, 0xFF00));
    }

    @Test
    void replacesAnExternDeclarationByItsDefinition() {
        var module =
                PtxSamples.parse(
                        PtxSamples.HEADER + ".extern .global .b32 a; .visible .global .b32 a = 3;");

        assertThat(module.variables())
                .extracting(Variable::linkage)
                .containsExactly(PtxLinkage.VISIBLE);
    }

    private static Variable variable(String declaration) {
        return PtxSamples.parse(PtxSamples.HEADER + declaration).variables().getFirst();
    }

    private static long bits(Value value) {
        return value instanceof Value.Constant(var immediate)
                ? immediate.bits(immediate instanceof Immediate.Int64 ? PtxType.U64 : PtxType.F64)
                : 0;
    }
}
