package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Body.Label;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Branch;
import org.offloadtck.ptx.ir.Instruction.Call;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Instruction.IndexedBranch;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Names of a function: registers, parameters, variables, labels, control flow directives.
class FunctionScopesTest {

    @Test
    void anInnerNameHidesAnOuterOne() {
        var body =
                PtxSamples.body(
                        "mov.u32 %r1, 0; { .reg .b64 %r1; mov.u64 %r1, 0; } mov.u32 %r1, 1;");

        assertThat(body.registers())
                .extracting(Register::name, Register::type)
                .containsExactly(tuple("%r1", PtxType.B32), tuple("%r1", PtxType.B64));
        assertThat(firstOperands(body))
                .extracting(r -> ((Register) r).index())
                .containsExactly(0, 1, 0);
    }

    @Test
    void theLongestMatchingPrefixOfARangeDeterminesTheRegister() {
        var body =
                PtxSamples.body(
                        ".reg .b32 %x<3>; .reg .b64 %x1<2>; mov.u64 %x10, 0; mov.u32 %x2, 0;");

        assertThat(body.registers())
                .extracting(Register::name, Register::type)
                .containsExactly(tuple("%x10", PtxType.B64), tuple("%x2", PtxType.B32));
    }

    @Test
    void aVectorRegisterConsistsOfItsElements() {
        var body = PtxSamples.body(".reg .v2 .f32 %v; ld.v2.f32 %v, [%rd1]; mov.f32 %f1, %v.y;");

        assertThat(firstOperands(body).getFirst())
                .isEqualTo(
                        new Operand.Vector(
                                List.of(
                                        new Register("%v.x", PtxType.F32, 0),
                                        new Register("%v.y", PtxType.F32, 1))));
    }

    @Test
    void parametersAndVariablesAreSymbolsOfTheFunction() {
        var body = PtxSamples.body(".local .b8 depot[8]; st.b32 [depot], 0; st.b32 [n], 0;");

        assertThat(body.variables()).extracting(Variable::name).containsExactly("depot");
        assertThat(firstOperands(body))
                .extracting(memory -> ((Operand.Memory) memory).base())
                .satisfiesExactly(
                        local -> assertThat(local).isInstanceOf(PtxSymbol.Local.class),
                        parameter ->
                                assertThat(((PtxSymbol.Parameter) parameter).index()).isEqualTo(1));
    }

    @Test
    void aLabelIsTheIndexOfTheNextInstruction() {
        var body = PtxSamples.body("bra END; L: ret; @%p1 bra.uni L; END:");

        assertThat(body.labels()).containsExactly(new Label("L", 1), new Label("END", 3));
        assertThat(targets(body)).containsExactly(3, 1);
    }

    @Test
    void labelsAreLocalToTheirScope() {
        var body = PtxSamples.body("L: ret; { bra L; L: ret; } { bra L; }");

        assertThat(targets(body)).containsExactly(2, 0);
    }

    @Test
    void anIndexedBranchHasTheTargetsOfItsTable() {
        var body = PtxSamples.body("T: .branchtargets A, B; brx.idx %r1, T; A: ret; B: ret;");

        assertThat(((IndexedBranch) body.instructions().getFirst()).targets())
                .containsExactly(new Label("A", 1), new Label("B", 2));
    }

    @Test
    void aCallHasItsFunctionAndOperands() {
        var call = (Call) PtxSamples.instruction("{ .param .b32 a; call.uni callee, (a); }");

        assertThat(call.callee()).isEqualTo(new Callee.Direct("callee"));
        assertThat(call.convergence()).isEqualTo(Instruction.Convergence.UNIFORM);
        assertThat(call.arguments())
                .singleElement()
                .isInstanceOfSatisfying(
                        Operand.Address.class,
                        address -> assertThat(address.symbol().name()).isEqualTo("a"));
    }

    @Test
    void anIndirectCallHasThePrototypeItRefersTo() {
        var call =
                (Call)
                        PtxSamples.instruction(
                                "P: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b64 _)"
                                        + " .noreturn; call (%r1), %rd1, (%rd2, %rd3), P;");

        assertThat(prototype(call).results()).hasSize(1);
        assertThat(prototype(call).parameters()).hasSize(2);
        assertThat(prototype(call).directives()).hasSize(1);
    }

    @Test
    void anIndirectCallMayListItsFunctions() {
        var call = (Call) PtxSamples.instruction("T: .calltargets callee; call %rd1, (%r1), T;");

        assertThat(((Callee.Indirect) call.callee()).targets()).containsExactly("callee");
    }

    private static Signature prototype(Call call) {
        return ((Callee.Indirect) call.callee()).prototype();
    }

    private static List<Operand> firstOperands(Body body) {
        return body.instructions().stream()
                .map(instruction -> ((Instruction.Operation) instruction).operands().getFirst())
                .toList();
    }

    private static List<Integer> targets(Body body) {
        return body.instructions().stream()
                .filter(Branch.class::isInstance)
                .map(branch -> ((Branch) branch).target().target())
                .toList();
    }
}
