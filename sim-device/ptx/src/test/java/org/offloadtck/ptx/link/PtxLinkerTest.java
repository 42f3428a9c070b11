package org.offloadtck.ptx.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.ptx.text.PtxPrinter;

class PtxLinkerTest {

    @Test
    void resolvesAnExternDeclarationToTheDefinitionOfAnotherModule() {
        var program =
                LinkedModules.of(
                        ".extern .func f(.param .b32 a); .entry k() { call f, (1); }",
                        ".visible .func f(.param .b32 a) { ret; }");

        assertThat(program.declarations()).isEmpty();
        assertThat(program.functions()).extracting(Function::name).containsExactly("k", "f");
    }

    /// As clang writes a unit whose host code launches a kernel of another unit (`-fgpu-rdc`): the
    /// kernel is declared as a function.
    @Test
    void declaresAKernelOfAnotherModuleBeforeWhatRefersToIt() {
        var program =
                LinkedModules.of(
                        ".extern .func k(.param .b32 a);"
                                + " .global .u64 used[1] = {k};"
                                + " .entry first() { .reg .b64 r; mov.u64 r, k; ret; }",
                        ".visible .entry k(.param .b32 a) { ret; }");

        var text = PtxPrinter.print(program);

        assertThat(text).containsOnlyOnce(".visible .entry k(.param .align 4 .b32 a);");
        assertThat(PtxPrinter.print(PtxParser.parse("linked", text))).isEqualTo(text);
    }

    @Test
    void prefersAStrongDefinitionToWeakAndCommonOnes() {
        var program =
                LinkedModules.of(
                        ".weak .global .b32 a = 1;",
                        ".common .global .b32 a;",
                        ".visible .global .b32 a = 3;");

        assertThat(PtxPrinter.print(program)).contains(".visible .global .align 4 .b32 a = 3;");
    }

    @Test
    void takesTheFirstOfSeveralWeakDefinitions() {
        var program = LinkedModules.of(".weak .global .b32 a = 1;", ".weak .global .b32 a = 2;");

        assertThat(PtxPrinter.print(program)).contains("a = 1;");
    }

    @Test
    void takesTheLargestCommonDefinition() {
        var program =
                LinkedModules.of(
                        ".common .global .b8 a[4];",
                        ".common .global .b8 a[8];",
                        ".common .global .b8 a[2];");

        assertThat(program.variables()).extracting(Variable::size).containsExactly(8L);
    }

    @Test
    void renamesClashingNamesWithoutLinkage() {
        var program =
                LinkedModules.of(
                        ".global .b32 s = 1; .func f() { ret; } .visible .entry a() { st.u32 [s],"
                                + " 0; call f; }",
                        ".global .b32 s = 2; .func f() { ret; } .visible .entry b() { st.u32 [s],"
                                + " 0; call f; }");

        assertThat(PtxPrinter.print(program))
                .endsWith(
                        """
                        .visible .entry b()
                        {
                        \tst.u32 [s$2], 0;
                        \tcall f$2, ();
                        }
                        """)
                .contains("s$2 = 2;");
    }

    @Test
    void renamesInUnknownInstructions() {
        var program =
                LinkedModules.of(
                        ".global .b32 s; .entry a() { frob [s]; }",
                        ".global .b32 s; .entry b() { frob [s]; }");

        assertThat(PtxPrinter.print(program)).contains("frob [s];", "frob [s$2];");
    }

    @Test
    void neverRenamesASymbolWithLinkage() {
        var program = LinkedModules.of(".global .b32 a = 1;", ".visible .global .b32 a = 2;");

        assertThat(program.variables()).extracting(Variable::name).containsExactly("a$2", "a");
    }

    @Test
    void renamesInInitialisers() {
        var program =
                LinkedModules.of(
                        ".global .b32 s;",
                        ".global .b32 s; .visible .global .u64 p = generic(s)+4;");

        assertThat(PtxPrinter.print(program)).contains("p = generic(s$2)+4;");
    }

    @Test
    void linksModulesThatReferToEachOther() {
        var program =
                LinkedModules.of(
                        ".extern .global .u64 b; .visible .global .u64 a = b;",
                        ".extern .global .u64 a; .visible .global .u64 b = a;");

        var printed = PtxPrinter.print(program);

        assertThat(PtxParser.parse("linked.ptx", printed).variables()).hasSize(2);
    }

    @Test
    void takesTheNewestVersionAndTarget() {
        var program =
                PtxLinker.link(
                        "a.out",
                        List.of(
                                PtxParser.parse("a.ptx", ".version 8.5\n.target sm_75"),
                                PtxParser.parse("b.ptx", ".version 7.8\n.target sm_90a")),
                        Set.of());

        assertThat(program.version()).hasToString("8.5");
        assertThat(program.target().architecture()).isEqualTo("sm_90a");
    }

    @Test
    void functionsOfTheDeviceMayStayUndefined() {
        var program =
                LinkedModules.of(
                        ".extern .func free(.param .b64 p); .entry k() { call free, (0); }");

        assertThat(program.declarations()).hasSize(1);
    }

    @Test
    void mergesDynamicSharedMemory() {
        var program =
                LinkedModules.of(
                        ".extern .shared .align 4 .b8 s[]; .entry a() { st.shared.u32 [s], 0; }",
                        ".extern .shared .align 16 .b8 s[]; .entry b() { st.shared.u32 [s], 0; }");

        assertThat(program.variables())
                .extracting(Variable::name, Variable::alignment)
                .containsExactly(tuple("s", 16));
    }

    @Test
    void ignoresReferencesOfDiscardedDefinitions() {
        var program =
                LinkedModules.of(
                        ".visible .func f() { ret; }",
                        ".extern .func g(); .weak .func f() { call g; }");

        assertThat(program.functions()).hasSize(1);
    }

    @Test
    void linksTwoProgramsThatBothContainTheDeviceRuntime() {
        var modules =
                List.of("ptx/omp_00_zaxpy.O0.sm75.ptx", "ptx/omp_04_generic_mode.O0.sm75.ptx")
                        .stream()
                        .map(path -> PtxParser.parse(path, Corpus.text(path)))
                        .toList();

        var program = PtxLinker.link("a.out", modules, Set.of("malloc", "free", "vprintf"));

        assertThat(PtxParser.parse("a.out", PtxPrinter.print(program)).functions())
                .filteredOn(Function::isKernel)
                .hasSize(kernels(modules));
    }

    private static int kernels(List<PtxModule> modules) {
        return modules.stream()
                .mapToInt(module ->
                        (int) module.functions().stream().filter(Function::isKernel).count())
                .sum();
    }
}
