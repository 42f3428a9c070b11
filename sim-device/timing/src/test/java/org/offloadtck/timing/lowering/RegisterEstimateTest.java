package org.offloadtck.timing.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.program.LoadedProgram;

class RegisterEstimateTest {

    private static final String HEAD = ".version 7.0\n.target sm_75\n.address_size 64\n";

    private static int registers(String ptx) {
        return registers(LoadedKernel.image("a.ptx", HEAD + ptx), "k");
    }

    private static int registers(LoadedProgram image, String kernel) {
        return RegisterEstimate.of(image, image.kernel(kernel).orElseThrow(), DeviceSpec.h200());
    }

    /// Loads `count` numbers of a type, then adds them up: all are needed at once.
    private static String sum(int count, String type) {
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append("ld.global.%s %%x%d, [%%p+%d];\n".formatted(type, i, 8 * i));
        }
        for (int i = 1; i < count; i++) {
            text.append("add.%s %%x0, %%x0, %%x%d;\n".formatted(type, i));
        }
        return """
        .visible .entry k(.param .u64 a)
        {
        .reg .b64 %%p;
        .reg .%s %%x<%d>;
        ld.param.u64 %%p, [a];
        %sst.global.%s [%%p], %%x0;
        ret;
        }
        """
                .formatted(type, count, text, type);
    }

    @Test
    void registersAreThoseNeededAtOnce() {
        int forty = registers(sum(40, "u32"));

        assertThat(registers(sum(30, "u32"))).isEqualTo(forty - 10);
        assertThat(forty).isBetween(40, 48);
    }

    @Test
    void numbersOf64BitsTakeTwoEach() {
        assertThat(registers(sum(40, "u64")) - registers(sum(30, "u64"))).isEqualTo(20);
    }

    @Test
    void aValueNeededInTheNextRoundOfALoopIsKeptOverThisOne() {
        String loop =
                """
                .visible .entry k(.param .u64 a)
                {
                .reg .b64 %%p; .reg .u32 %%x<40>; .reg .pred %%q;
                ld.param.u64 %%p, [a];
                ld.global.u32 %%x0, [%%p];
                %s
                L:
                ld.global.u32 %%x1, [%%p];
                add.u32 %%x0, %%x0, %%x1;
                st.global.u32 [%%p], %%x0;
                setp.lt.u32 %%q, %%x0, 100;
                @%%q bra L;
                %s
                ret;
                }
                """;
        var loads = new StringBuilder();
        var stores = new StringBuilder();
        for (int i = 2; i < 30; i++) {
            loads.append("ld.global.u32 %%x%d, [%%p+%d];\n".formatted(i, 4 * i));
            stores.append("st.global.u32 [%%p+%d], %%x%d;\n".formatted(4 * i, i));
        }

        int kept = registers(loop.formatted(loads, stores));

        assertThat(kept - registers(loop.formatted("", ""))).isGreaterThanOrEqualTo(25);
    }

    @Test
    void aCallAddsWhatTheCalleeNeedsToWhatIsKeptOverIt() {
        String callee = sum(40, "u32").replace(".visible .entry k", ".func f");
        String caller =
                """
                .visible .entry k(.param .u64 a)
                {
                .reg .b64 %p; .reg .u32 %x<9>; .param .b64 b;
                ld.param.u64 %p, [a];
                st.param.b64 [b], %p;
                ld.global.u32 %x1, [%p];
                call f, (b);
                st.global.u32 [%p], %x1;
                ret;
                }
                """;

        assertThat(registers(callee + caller)).isGreaterThan(registers(sum(40, "u32")));
    }

    @Test
    void recursionEnds() {
        String both =
                """
                .func f();
                .func f() { call f; ret; }
                .visible .entry k() { call f; ret; }
                """;

        assertThat(registers(both)).isBetween(16, 32);
    }

    @Test
    void noMoreThanTheKernelAllowsOrAThreadCanHave() {
        String many = sum(300, "u32");

        assertThat(registers(many)).isEqualTo(255);
        assertThat(registers(many.replace(".param .u64 a)", ".param .u64 a) .maxnreg 64")))
                .isEqualTo(64);
    }

    /// Against `ptxas -v` of CUDA 13.0.88, `registers.tsv`.
    @Test
    void estimatesAreNearWhatTheAssemblerGives() {
        var images = new HashMap<String, LoadedProgram>();
        var errors = new ArrayList<Double>();
        for (var row : rows()) {
            var image =
                    images.computeIfAbsent(
                            Objects.requireNonNull(row.get("file")), RegisterEstimateTest::corpus);
            double assembled = Integer.parseInt(Objects.requireNonNull(row.get("registers")));
            errors.add(
                    Math.abs(
                                    registers(image, Objects.requireNonNull(row.get("kernel")))
                                            - assembled)
                            / assembled);
        }

        errors.sort(null);
        assertThat(errors).hasSizeGreaterThan(70);
        assertThat(errors.get(errors.size() / 2)).as("median error").isLessThan(0.22);
        assertThat(errors.stream().mapToDouble(e -> e).average().orElseThrow())
                .as("mean error")
                .isLessThan(0.25);
    }

    private static LoadedProgram corpus(String file) {
        return LoadedKernel.image(file, Corpus.text("ptx/" + file));
    }

    private static List<Map<String, String>> rows() {
        return Corpus.text("ptx/registers.tsv")
                .lines()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .map(cells -> Map.of("file", cells[0], "kernel", cells[1], "registers", cells[2]))
                .toList();
    }
}
