package org.offloadtck.timing.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.timing.trace.AccessRecorder;

class InstructionOrderTest {

    /// The lines of a body in the order of machine code, by their number.
    private static List<Integer> lines(String body) {
        var image = LoadedKernel.of(body);
        var order = LoadedKernel.order(image);
        int first = LoadedKernel.first(image);
        return IntStream.range(first, image.kernel("k").orElseThrow().end() - 2)
                .mapToObj(place -> order.at(place) - first)
                .toList();
    }

    /// `ptxas` 13.0 issues the eight loads of a step of `matmul_naive` before its first product.
    @Test
    void loadsAreIssuedBeforeTheFirstUseOfOne() {
        assertThat(
                        lines(
                                """
                                ld.global.f32 %f1, [%rd1];
                                ld.global.f32 %f2, [%rd1+4];
                                fma.rn.f32 %f5, %f1, %f2, %f5;
                                ld.global.f32 %f3, [%rd1+8];
                                ld.global.f32 %f4, [%rd1+12];
                                fma.rn.f32 %f5, %f3, %f4, %f5;
                                """))
                .containsExactly(0, 1, 3, 4, 2, 5);
    }

    @Test
    void theAddressOfALoadComesBeforeArithmeticThatNothingWaitsFor() {
        assertThat(
                        lines(
                                """
                                add.u32 %r1, %r1, 1;
                                add.u32 %r2, %r2, 1;
                                add.u64 %rd2, %rd1, %rd3;
                                ld.global.u32 %r3, [%rd2];
                                st.global.u32 [%rd2], %r3;
                                """))
                .startsWith(2);
    }

    @Test
    void aLoadOfGlobalMemoryPassesAStoreToSharedMemory() {
        assertThat(
                        lines(
                                """
                                ld.global.f32 %f1, [%rd1];
                                st.shared.f32 [s], %f1;
                                ld.global.f32 %f2, [%rd1+4];
                                st.shared.f32 [s+4], %f2;
                                """))
                .containsExactly(0, 2, 1, 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.global.f32 [%rd1], %f1;",
                "st.f32 [%rd1], %f1;",
                "ld.volatile.shared.f32 %f9, [s];",
                "atom.shared.add.u32 %r9, [s], 1;",
                "bar.sync 0; bar.sync 0;",
                "bar.warp.sync -1; bar.warp.sync -1;",
                "membar.gl; membar.gl;",
                "mov.u32 %r9, %clock; mov.u32 %r8, %clock;",
                "sqrt.rn.f32 %f9, %f1;",
                "call f;",
                "@%p1 bra L; L:",
                "L: setp.eq.u32 %p1, %r9, 0; @%p1 bra L;"
            })
    void aLoadPassesNothingThatItsValueMayDependOnOrThatBranches(String line) {
        var order =
                lines(
                        "ld.global.f32 %f1, [%rd1];\n"
                                + line
                                + "ld.global.f32 %f2, [%rd1+4];\nadd.f32 %f3, %f2, %f2;\n");

        int load = order.size() - 2;
        assertThat(order.indexOf(load)).isEqualTo(load);
    }

    @Test
    void onlyAllInstructionsOfARegionAreWhole() {
        var image = LoadedKernel.of("add.u32 %r1, %r1, 1;\nadd.u32 %r2, %r1, 1;\nbar.sync 0;\n");
        var order = LoadedKernel.order(image);
        int first = LoadedKernel.first(image);

        assertThat(order.areWhole(first, first + 2)).isTrue();
        assertThat(order.areWhole(first, first + 3)).isTrue();
        assertThat(order.areWhole(first, first + 1)).isFalse();
        assertThat(order.areWhole(first + 1, first + 2)).isFalse();
    }

    /// In milliseconds, not in minutes.
    @Test
    void regionsOfManyInstructionsAreCut() {
        var image = LoadedKernel.of("mov.u32 %r1, 5;\nst.local.u32 [%rd1], %r1;\n".repeat(20_000));
        var order = LoadedKernel.order(image);
        int first = LoadedKernel.first(image);

        assertThat(order.length(first)).isEqualTo(1024);
        assertThat(order.areWhole(first, first + 2048)).isTrue();
        assertThat(order.areWhole(first + 1024, first + 2048)).isTrue();
        assertThat(order.areWhole(first, first + 1025)).isFalse();
    }

    static Stream<String> corpus() {
        return Corpus.list("ptx/").stream()
                .filter(file -> file.endsWith(".ptx") && !file.startsWith("ptx/units/"));
    }

    /// Whatever an instruction reads, writes or accesses is as it was in the order of PTX.
    @ParameterizedTest
    @MethodSource("corpus")
    void inTheCorpusNoInstructionPassesOneThatItDependsOn(String file) {
        var image = LoadedKernel.image(file, Corpus.text(file));
        var order = LoadedKernel.order(image);
        int count = image.code().instructions().size();

        int moved = 0;
        for (int from = 0; from < count; from += order.length(from)) {
            int[] places = new int[order.length(from)];
            Arrays.fill(places, -1);
            for (int i = 0; i < places.length; i++) {
                places[order.at(from + i) - from] = i;
                moved += order.at(from + i) == from + i ? 0 : 1;
            }
            assertThat(places).doesNotContain(-1);
            assertThat(passed(image, from, places)).isEmpty();
        }
        assertThat(moved).isPositive();
    }

    /// Pairs of instructions of a region that depend on each other and changed their order.
    private static List<String> passed(LoadedProgram image, int from, int[] places) {
        var passed = new ArrayList<String>();
        for (int second = 1; second < places.length; second++) {
            for (int first = 0; first < second; first++) {
                if (places[first] > places[second] && depend(image, from + first, from + second)) {
                    passed.add(
                            image.instruction(from + first)
                                    + " "
                                    + image.instruction(from + second));
                }
            }
        }
        return passed;
    }

    private static boolean depend(LoadedProgram image, int before, int after) {
        var first = RegisterDependencies.of(image.instruction(before));
        var second = RegisterDependencies.of(image.instruction(after));
        boolean accessOneMemory =
                AccessRecorder.isAccess(image, before)
                        && AccessRecorder.isAccess(image, after)
                        && (space(image, before) == space(image, after)
                                || space(image, before) == StateSpace.GENERIC
                                || space(image, after) == StateSpace.GENERIC);
        return accessOneMemory
                || meet(first.writes(), second.reads())
                || meet(first.writes(), second.writes())
                || meet(first.reads(), second.writes());
    }

    private static StateSpace space(LoadedProgram image, int programCounter) {
        return ((Operation) image.instruction(programCounter)).modifiers().or(StateSpace.GENERIC);
    }

    private static boolean meet(int[] some, int[] others) {
        return Arrays.stream(some).anyMatch(each -> Arrays.stream(others).anyMatch(o -> o == each));
    }
}
