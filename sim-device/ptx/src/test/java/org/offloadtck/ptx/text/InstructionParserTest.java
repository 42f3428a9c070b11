package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.ptx.text.PtxSamples.instruction;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.BooleanOperator;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.MemoryScope;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.Rounding;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.Opcode;

class InstructionParserTest {

    private static final Register R1 = new Register("%r1", PtxType.B32, 0);
    private static final Register R2 = new Register("%r2", PtxType.B32, 1);

    @Test
    void parsesModifiersToTypedValues() {
        var setp = operation("setp.lt.and.ftz.f32 %p1|%p2, %f1, %f2, !%p3;");

        assertThat(setp.opcode()).isEqualTo(Opcode.SETP);
        assertThat(setp.modifiers().written())
                .containsExactly(ComparisonOperator.LT, BooleanOperator.AND, Flag.FTZ, PtxType.F32);
    }

    /// nvcc writes it for `warpSize`.
    @Test
    void parsesTheWarpSizeAsAConstant() {
        assertThat(operation("add.u32 %r1, %r1, WARP_SZ;").operands().getLast())
                .isEqualTo(new Immediate.Int64(32));
        assertThat(
                        PtxParser.parse(
                                        "test.ptx",
                                        """
                                        .version 7.0
                                        .target sm_75
                                        .address_size 64
                                        .global .u32 x[WARP_SZ];
                                        """)
                                .variables()
                                .getFirst()
                                .size())
                .isEqualTo(128);
    }

    @Test
    void parsesModifiersInAnyOrder() {
        var atom = operation("atom.add.release.gpu.global.u32 %r1, [%rd1], 1;").modifiers();

        assertThat(atom.get(MemorySemantics.class)).isEqualTo(MemorySemantics.RELEASE);
        assertThat(atom.or(MemoryScope.CTA)).isEqualTo(MemoryScope.GPU);
        assertThat(atom.or(StateSpace.GENERIC)).isEqualTo(StateSpace.GLOBAL);
    }

    @Test
    void returnsTheDefaultOfAnAbsentModifier() {
        assertThat(operation("add.f32 %f1, %f1, %f1;").modifiers().or(Rounding.RN))
                .isEqualTo(Rounding.RN);
    }

    @Test
    void keepsTheOrderOfTypes() {
        var cvt = operation("cvt.rn.f32.s32 %f1, %r1;");

        assertThat(cvt.resultType()).isEqualTo(PtxType.F32);
        assertThat(cvt.type()).isEqualTo(PtxType.S32);
    }

    @Test
    void parsesEveryKindOfValue() {
        assertThat(operation("mad.lo.s32 %r1, %r2, -7, %ctaid.y;").operands())
                .containsExactly(
                        R1,
                        R2,
                        new Immediate.Int64(-7),
                        new SpecialRegister(SpecialRegister.Name.CTAID, 1));
    }

    @Test
    void parsesNumberedSpecialRegisters() {
        assertThat(operation("mov.b32 %r1, %envreg31;").operands().getLast())
                .isEqualTo(new SpecialRegister(SpecialRegister.Name.ENVREG, 31));
    }

    @Test
    void parsesThe64BitPerformanceCounters() {
        var last = new SpecialRegister(SpecialRegister.Name.PM_64, 7);

        assertThat(operation("mov.u64 %rd1, %pm7_64;").operands().getLast()).isEqualTo(last);
        assertThat(last).hasToString("%pm7_64");
    }

    @Test
    void parsesMemoryByRegisterSymbolAndNumber() {
        assertThat(address("[%rd1+-8]"))
                .isEqualTo(new Operand.Memory(new Register("%rd1", PtxType.B64, 1), -8));
        assertThat(address("[g+4]")).isEqualTo(new Operand.Memory(new PtxSymbol.Global("g"), 4));
        assertThat(address("[16]")).isEqualTo(new Operand.Memory(Operand.Absolute.ABSOLUTE, 16));
    }

    @Test
    void parsesAnAddressAsAValue() {
        assertThat(operation("mov.u64 %rd1, g+4;").operands().getLast())
                .isEqualTo(new Operand.Address(new PtxSymbol.Global("g"), 4));
    }

    @ParameterizedTest
    @CsvSource({
        "T[2], 8",
        "T[-1], -4",
        "T[WARP_SZ/2-14], 8",
        "H[3], 6",
        "B[3], 3",
        "V[3], 12",
        "M[5], 20",
        "U[3], 3",
        "P[1], 8",
        "L[2], 16",
    })
    void anIndexCountsElementsOfTheScalarType(String element, long offset) {
        var body =
                PtxParser.parse("a.ptx", ARRAYS.replace("E", element))
                        .functions()
                        .getFirst()
                        .body();
        var operands = body.instructions().stream().map(i -> ((Operation) i).operands()).toList();

        assertThat(operands.get(0).getLast())
                .isInstanceOfSatisfying(
                        Operand.Address.class, a -> assertThat(a.offset()).isEqualTo(offset));
        assertThat(operands.get(1).getLast())
                .isInstanceOfSatisfying(
                        Operand.Memory.class, a -> assertThat(a.offset()).isEqualTo(offset));
        assertThat(operands.get(2).getFirst()).isEqualTo(operands.get(1).getLast());
    }

    private static final String ARRAYS =
            """
            .version 7.8
            .target sm_75
            .address_size 64
            .global .u32 T[9];
            .global .u16 H[9];
            .global .b8 B[9];
            .global .v2 .f32 V[9];
            .global .u32 M[2][9];
            .extern .shared .u16 U[];
            .entry k(.param .b64 P[4]) {
            .reg .b64 a;
            .local .f64 L[4];
            mov.b64 a, E;
            ld.b64 a, E;
            st.b64 E, a; }
            """;

    @Test
    void parsesVectorsWithSinks() {
        assertThat(operation("ld.v2.u32 {%r1, _}, [%rd1];").operands().getFirst())
                .isEqualTo(new Operand.Vector(List.of(R1, Operand.Sink.SINK)));
    }

    @Test
    void parsesTwoResults() {
        assertThat(operation("shfl.sync.idx.b32 %r1|%p1, %r2, 0, 31, -1;").operands().getFirst())
                .isEqualTo(new Operand.Pair(R1, new Register("%p1", PtxType.PRED, 1)));
    }

    @Test
    void parsesGuards() {
        var p = new Register("%p1", PtxType.PRED, 0);

        assertThat(instruction("@%p1 ret;").guard()).isEqualTo(new Guard.When(p));
        assertThat(instruction("@!%p1 ret;").guard()).isEqualTo(new Guard.Unless(p));
        assertThat(instruction("ret;").guard()).isEqualTo(Guard.Always.ALWAYS);
    }

    @Test
    void recordsTheSpanOfAnInstruction() {
        assertThat(instruction("  add.s32 %r1, %r2, 1;").location().span())
                .isEqualTo(new TextSpan(9, 3, 7));
    }

    private static Operation operation(String statement) {
        return (Operation) instruction(statement);
    }

    private static Operand address(String brackets) {
        return operation("ld.u32 %r1, " + brackets + ";").operands().getLast();
    }
}
