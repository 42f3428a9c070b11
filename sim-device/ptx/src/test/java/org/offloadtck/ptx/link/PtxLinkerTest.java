package org.offloadtck.ptx.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.syntax.PtxParser;
import org.offloadtck.ptx.syntax.PtxPrinter;

class PtxLinkerTest {

    private static final String HEADER = ".version 7.8\n.target sm_75\n.address_size 64\n";

    @Test
    void anExternDeclarationMeansTheDefinitionOfAnotherModule() {
        var program =
                link(
                        ".extern .func f(.param .b32 a); .entry k() { call f, (1); }",
                        ".visible .func f(.param .b32 a) { ret; }");

        assertThat(program.declarations()).isEmpty();
        assertThat(program.functions()).extracting(Function::name).containsExactly("k", "f");
    }

    @Test
    void aStrongDefinitionStandsAgainstWeakAndCommonOnes() {
        var program =
                link(
                        ".weak .global .b32 a = 1;",
                        ".common .global .b32 a;",
                        ".visible .global .b32 a = 3;");

        assertThat(PtxPrinter.print(program)).contains(".visible .global .align 4 .b32 a = 3;");
    }

    @Test
    void theFirstOfSeveralWeakDefinitionsStands() {
        var program = link(".weak .global .b32 a = 1;", ".weak .global .b32 a = 2;");

        assertThat(PtxPrinter.print(program)).contains("a = 1;");
    }

    @Test
    void theLargestCommonDefinitionStands() {
        var program =
                link(
                        ".common .global .b8 a[4];",
                        ".common .global .b8 a[8];",
                        ".common .global .b8 a[2];");

        assertThat(program.variables()).extracting(Variable::size).containsExactly(8L);
    }

    @Test
    void namesWithoutLinkageAreKeptApart() {
        var program =
                link(
                        ".global .b32 s = 1; .func f() { ret; } .visible .entry a() { st.u32 [s], 0; call f; }",
                        ".global .b32 s = 2; .func f() { ret; } .visible .entry b() { st.u32 [s], 0; call f; }");

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
    void aNameWithLinkageIsNeverChanged() {
        var program = link(".global .b32 a = 1;", ".visible .global .b32 a = 2;");

        assertThat(program.variables()).extracting(Variable::name).containsExactly("a$2", "a");
    }

    @Test
    void renamedVariablesAreRenamedInInitialisersToo() {
        var program =
                link(".global .b32 s;", ".global .b32 s; .visible .global .u64 p = generic(s)+4;");

        assertThat(PtxPrinter.print(program)).contains("p = generic(s$2)+4;");
    }

    @Test
    void modulesMayPointToEachOther() {
        var program =
                link(
                        ".extern .global .u64 b; .visible .global .u64 a = b;",
                        ".extern .global .u64 a; .visible .global .u64 b = a;");

        var printed = PtxPrinter.print(program);

        assertThat(PtxParser.parse("linked.ptx", printed).variables()).hasSize(2);
    }

    @Test
    void theNewestVersionAndTargetCount() {
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
        var program = link(".extern .func free(.param .b64 p); .entry k() { call free, (0); }");

        assertThat(program.declarations()).hasSize(1);
    }

    @Test
    void aDefinitionThatGaveWayMayUseWhatIsNotThere() {
        var program =
                link(
                        ".visible .func f() { ret; }",
                        ".extern .func g(); .weak .func f() { call g; }");

        assertThat(program.functions()).hasSize(1);
    }

    @Test
    void namesBothPositionsOfADoubleDefinition() {
        refuses(
                "1.ptx:4:16: 'f' is defined twice, first at 0.ptx:4:16",
                ".visible .func f() { ret; }",
                ".visible .func f() { ret; }");
    }

    @Test
    void namesAVariableThatIsAFunctionElsewhere() {
        refuses(
                "1.ptx:4:20: 'f' is a variable here and a function there, first at 0.ptx:4:13",
                ".weak .func f() { ret; }",
                ".weak .global .b32 f;");
    }

    @Test
    void namesTheFirstUseOfWhatIsNowhereDefined() {
        refuses(
                "0.ptx:4:33: 'f' is used and defined nowhere",
                ".extern .func f(); .entry k() { call f; call f; }");
    }

    @Test
    void namesADeclarationThatDisagreesWithItsFunction() {
        refuses(
                "0.ptx:4:15: 'f' is declared with () from (4) when it is () from (8) at 1.ptx:4:16",
                ".extern .func f(.param .b32 a);",
                ".visible .func f(.param .b64 a) { ret; }");
    }

    @Test
    void namesADeclarationThatDisagreesWithItsVariable() {
        refuses(
                "0.ptx:4:22: 'a' is declared with 4 bytes in .global when it has 4 in .const at"
                        + " 1.ptx:4:22",
                ".extern .global .b32 a;",
                ".visible .const .b32 a;");
    }

    @Test
    void namesAddressesOfDifferentSizes() {
        var wide = PtxParser.parse("a.ptx", HEADER);
        var narrow = PtxParser.parse("b.ptx", HEADER.replace("64", "32"));

        assertThatExceptionOfType(PtxLinkException.class)
                .isThrownBy(() -> PtxLinker.link("a.out", List.of(wide, narrow), Set.of()))
                .withMessage("b.ptx:1:1: addresses have 32 bits when they have 64 in a.ptx");
    }

    @Test
    void joinsTwoProgramsThatBothBringTheDeviceRuntime() {
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

    private static PtxModule link(String... bodies) {
        var modules = new ArrayList<PtxModule>();
        for (String body : bodies) {
            modules.add(PtxParser.parse(modules.size() + ".ptx", HEADER + body));
        }
        return PtxLinker.link("a.out", modules, Set.of("malloc", "free"));
    }

    private static void refuses(String message, String... bodies) {
        assertThatExceptionOfType(PtxLinkException.class)
                .isThrownBy(() -> link(bodies))
                .withMessage(message);
    }
}
