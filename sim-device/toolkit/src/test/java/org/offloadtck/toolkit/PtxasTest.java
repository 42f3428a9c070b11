package org.offloadtck.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.toolkit.ToolRunFixture.Outcome;

class PtxasTest {

    private static final String KERNEL =
            """
            .extern .func used();
            .visible .entry k()
            {
                call.uni used, ();
                ret;
            }
            """;

    @TempDir private Path folder = Path.of("");

    private ToolRunFixture place = new ToolRunFixture(folder);

    @BeforeEach
    void enter() throws IOException {
        place = new ToolRunFixture(folder);
        place.write("k.s", ToolRunFixture.module(KERNEL));
    }

    private Outcome ptxas(String arguments) {
        return place.run(
                CudaTool.PTXAS, Arrays.stream(arguments.split(" ", -1)).toArray(String[]::new));
    }

    /// What clang 14 to 22 pass for `-O0`, `-O2`, `-g`, `-gline-tables-only`, `-v` and with
    /// `-Xcuda-ptxas`.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-m64 -O2 --gpu-name sm_75 --output-file DIR/k.o DIR/k.s -c",
                "-m64 -O0 -v --gpu-name sm_75 --output-file DIR/k.o DIR/k.s -c",
                "-m64 -g --dont-merge-basicblocks --return-at-end --gpu-name sm_75 --output-file"
                        + " DIR/k.o DIR/k.s -c",
                "-m64 -O3 -lineinfo --gpu-name sm_75 --output-file DIR/k.o DIR/k.s -c",
                "-m64 -O1 --gpu-name sm_75 -o DIR/k.o -maxrregcount=32 -dlcm=cg DIR/k.s -c",
                "--compile-only --opt-level 3 -arch=sm_75 --output-file=DIR/k.o DIR/k.s",
                "-c --gpu-name=sm_75 -fmad=false --warn-on-spills -o DIR/k.o DIR/k.s",
            })
    void whatCompilersPassIsUnderstood(String arguments) throws IOException {
        assertThat(ptxas(arguments).status()).isZero();
        assertThat(place.container("k.o").form()).isEqualTo(Form.RELOCATABLE);
        assertThat(place.container("k.o").sm()).isEqualTo(75);
        assertThat(place.container("k.o").ptx()).isEqualTo(ToolRunFixture.module(KERNEL));
    }

    @Test
    void aSyntaxErrorIsToldWithFileAndLine() throws IOException {
        place.write(
                "bad.s", ToolRunFixture.module(".visible .entry k()\n{\n    mov.u32 , 1;\n}\n"));

        var outcome = ptxas("-c DIR/bad.s -o DIR/bad.o");

        assertThat(outcome.status()).isEqualTo(255);
        assertThat(outcome.diagnostics())
                .startsWith("ptxas DIR/bad.s, line 6; error   : ")
                .endsWith("\nptxas fatal   : Ptx assembly aborted due to errors\n");
        assertThat(place.has("bad.o")).isFalse();
    }

    @Test
    void anUnknownInstructionIsWarnedOfAndKept() throws IOException {
        var unknown =
                ToolRunFixture.module(".visible .entry k()\n{\n    frobnicate.s32;\n    ret;\n}\n");
        place.write("new.s", unknown);

        var outcome = ptxas("-c DIR/new.s -o DIR/new.o");

        assertThat(outcome.status()).isZero();
        assertThat(outcome.diagnostics())
                .isEqualTo(
                        "ptxas DIR/new.s, line 6; warning : unknown instruction"
                                + " 'frobnicate.s32'\n");
        assertThat(place.container("new.o").ptx()).isEqualTo(unknown);
    }

    @Test
    void anElementOfAnArrayMayHaveARegisterAsIndex() throws IOException {
        var text =
                """
                .shared .u32 T[4];
                .visible .entry k()
                {
                    .reg .u32 i;
                    mov.u32 i, %tid.x;
                    ld.shared.u32 i, T[i+1];
                    ret;
                }
                """;
        place.write("element.s", ToolRunFixture.module(text));

        assertThat(ptxas("-c DIR/element.s -o DIR/element.o").diagnostics()).isEmpty();
        assertThat(place.container("element.o").ptx()).isEqualTo(ToolRunFixture.module(text));
    }

    @Test
    void warningsCanBeErrorsOrNothing() throws IOException {
        place.write("new.s", ToolRunFixture.module(".visible .entry k()\n{\n    frob.s32;\n}\n"));

        assertThat(ptxas("-w -c DIR/new.s -o DIR/new.o").diagnostics()).isEmpty();
        assertThat(ptxas("-Werror -c DIR/new.s -o DIR/strict.o").status()).isEqualTo(255);
        assertThat(place.has("strict.o")).isFalse();
    }

    @Test
    void aWholeProgramBecomesAnImage() throws IOException {
        place.write("whole.s", ToolRunFixture.module(".visible .entry k()\n{\n    ret;\n}\n"));

        assertThat(ptxas("-arch sm_75 DIR/whole.s -o DIR/whole.cubin").status()).isZero();
        assertThat(place.container("whole.cubin").form()).isEqualTo(Form.EXECUTABLE);
    }

    @Test
    void aWholeProgramLeavesNothingUndefined() {
        var outcome = ptxas("-arch sm_75 DIR/k.s -o DIR/k.cubin");

        assertThat(outcome.status()).isEqualTo(255);
        assertThat(outcome.diagnostics())
                .startsWith("ptxas error   : Unresolved extern function 'used'\n");
    }

    @Test
    void codeForAnOlderArchitectureIsAssembledForANewerOne() throws IOException {
        assertThat(ptxas("-c -arch=sm_90 DIR/k.s -o DIR/k.o").status()).isZero();
        assertThat(place.container("k.o").sm()).isEqualTo(90);
    }

    @Test
    void codeForTheFirstArchitecturesIsAssembledAndForNoneIsRefused() throws IOException {
        place.write("first.s", ToolRunFixture.module("").replace("sm_75", "sm_13"));
        place.write("none.s", ToolRunFixture.module("").replace("sm_75", "sm_22"));

        assertThat(ptxas("-c -arch=sm_75 DIR/first.s -o DIR/first.o").status()).isZero();
        assertThat(ptxas("-c -arch=sm_75 DIR/none.s -o DIR/none.o").diagnostics())
                .isEqualTo("ptxas fatal   : 'DIR/none.s': unsupported .target 'sm_22'\n");
        assertThat(ptxas("-c -arch=sm_13 DIR/first.s -o DIR/first.o").diagnostics())
                .contains("Value 'sm_13' is not defined for option 'gpu-name'");
    }

    @Test
    void codeForANewerArchitectureOrAVariantIsRefused() throws IOException {
        place.write("a.s", ToolRunFixture.module("").replace("sm_75", "sm_90a"));

        assertThat(ptxas("-c -arch=sm_70 DIR/k.s -o DIR/k.o").diagnostics())
                .isEqualTo(
                        "ptxas fatal   : 'DIR/k.s' is for .target sm_75, which sm_70 does not"
                                + " execute\n");
        assertThat(ptxas("-c -arch=sm_90 DIR/a.s -o DIR/a.o").status()).isEqualTo(255);
        assertThat(ptxas("-c -arch=sm_90a DIR/a.s -o DIR/a.o").status()).isZero();
    }

    @Test
    void aFormOfALaterReleaseOrArchitectureIsRefused() throws IOException {
        place.write(
                "late.s",
                ToolRunFixture.module(
                        """
                        .shared .align 8 .b64 bar;
                        .visible .entry k()
                        {
                            mbarrier.init.shared.b64 [bar], 1;
                            mbarrier.expect_tx.shared.b64 [bar], 1;
                            ret;
                        }
                        """));

        var outcome = ptxas("-c -arch=sm_90 DIR/late.s -o DIR/late.o");

        assertThat(outcome.status()).isEqualTo(255);
        assertThat(outcome.diagnostics())
                .isEqualTo(
                        """
                        ptxas DIR/late.s, line 7; error   : Feature 'mbarrier.init' requires PTX ISA .version 7.0 or later
                        ptxas DIR/late.s, line 7; error   : Feature 'mbarrier.init' requires .target sm_80 or higher
                        ptxas DIR/late.s, line 8; error   : Feature 'mbarrier.expect_tx' requires PTX ISA .version 8.0 or later
                        ptxas DIR/late.s, line 8; error   : Feature 'mbarrier.expect_tx' requires .target sm_90 or higher
                        ptxas fatal   : Ptx assembly aborted due to errors
                        """);
    }

    @Test
    void theStatisticsAreThoseOfTheText() throws IOException {
        place.write(
                "v.s",
                ToolRunFixture.module(
                        """
                        .global .align 4 .u32 g;
                        .shared .align 8 .b8 s[24];
                        .visible .entry k()
                        {
                            .local .align 8 .b8 __local_depot0[40];
                            .reg .b32 %r<3>;
                            mov.u32 %r1, 1;
                            ret;
                        }
                        """));

        assertThat(ptxas("-v -c -arch=sm_75 DIR/v.s -o DIR/v.o").diagnostics())
                .isEqualTo(
                        """
                        ptxas info    : 4 bytes gmem, 0 bytes cmem, 24 bytes smem
                        ptxas info    : Compiling entry function 'k' for 'sm_75'
                        ptxas info    : Function properties for k
                            40 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads, 0 bytes smem, 1 virtual registers
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-c DIR/none.s -o DIR/x: Input file 'DIR/none.s' could not be opened",
                "-c DIR/k.s -o DIR/no/x: Output file 'DIR/no/x' could not be opened",
                "-c DIR/k.s -arch=sm_74: Value 'sm_74' is not defined for option 'gpu-name'",
                "-m32 -c DIR/k.s: Value '32' is not defined for option 'machine'",
                "-c --frobnicate DIR/k.s: Unknown option '--frobnicate'",
                "-c DIR/k.s -o: Option '-o' has no value",
                "-c=1 DIR/k.s: Option '-c=1' takes no value",
                "-c: No input files specified; use option --help for more information",
                "-c a.s b.s: Several input files specified when there should be one: 'a.s', 'b.s'",
            })
    void whatCannotBeDoneIsSaidInALine(String row) {
        var parts = row.split(": ", 2);

        var outcome = ptxas(parts[0]);

        assertThat(outcome.status()).isEqualTo(255);
        assertThat(outcome.diagnostics()).isEqualTo("ptxas fatal   : " + parts[1] + "\n");
    }

    @Test
    void aNulIsRefused() throws IOException {
        place.write("nul.s", ToolRunFixture.module("// \0\n"));

        assertThat(ptxas("-c DIR/nul.s -o DIR/nul.o").diagnostics())
                .startsWith("ptxas DIR/nul.s, line 4; error   : the text contains a NUL\n");
    }

    @Test
    void helpAndVersionAreAnswers() {
        assertThat(ptxas("--help").output())
                .contains("Usage  : ptxas [options] <files>\n")
                .contains("--gpu-name <value> (-arch)");
        assertThat(ptxas("--version").output()).contains("release 11.8, V11.8.0\n");
        assertThat(ptxas("--version").status()).isZero();
    }

    @Test
    void theTextOfARealCompilerBecomesAnObject() throws IOException {
        place.write("real.s", Corpus.text("ptx/omp_00_zaxpy.O2.sm75.ptx"));

        var outcome = ptxas("-m64 -O2 --gpu-name sm_75 --output-file DIR/real.o DIR/real.s -c");

        assertThat(outcome).isEqualTo(new Outcome(0, "", ""));
        assertThat(place.container("real.o").symbols()).isNotEmpty();
    }
}
