package org.offloadtck.timing.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageLoweringTest {

    /// Machine instructions of the second line, an addition.
    @ParameterizedTest
    @CsvSource({
        "'mul.wide.u32 %rd1, %r1, 4; add.s64 %rd2, %rd3, %rd1; st.u32 [%rd2], %r1;', 0",
        "'mul.wide.s32 %rd1, %r1, 24; add.u64 %rd2, %rd1, %rd3; st.u32 [%rd2], %r1;', 0",
        "'mul.wide.u32 %rd1, %r1, %r2; add.s64 %rd2, %rd3, %rd1; st.u32 [%rd2], %r1;', 2",
        "'mul.wide.u32 %rd1, %r1, 4; add.s64 %rd2, %rd3, %rd1; st.u64 [%rd2], %rd1;', 2",
        "'mul.wide.u32 %rd1, %r1, 4; add.s64 %rd2, %rd1, %rd1; st.u32 [%rd2], %r1;', 2",
        "'mul.wide.u32 %rd1, %r1, 4; @%p1 add.s64 %rd2, %rd3, %rd1; st.u32 [%rd2], %r1;', 2",
        "'@%p1 mul.wide.u32 %rd1, %r1, 4; add.s64 %rd2, %rd3, %rd1; st.u32 [%rd2], %r1;', 2",
        "'mul.wide.u32 %rd1, %r1, 4; add.s64 %rd2, %rd3, %rd1; mov.u64 %rd1, %rd2;', 2",
        "'mul.lo.u64 %rd1, %rd4, 4; add.s64 %rd2, %rd3, %rd1; st.u32 [%rd2], %r1;', 2"
    })
    void anAdditionIsPartOfTheProductWithAConstantThatNothingElseUses(
            String lines, int instructions) {
        var image = LoadedKernel.of(lines);
        int second = LoadedKernel.first(image) + 1;

        assertThat(LoadedKernel.lowering(image).sequence(second).instructions())
                .isEqualTo(instructions);
    }

    @ParameterizedTest
    @CsvSource({
        "'lop3.or.b32 %r1|%p1, %r2, %r3, %r4, 254, %p2;', 0",
        "'lop3.b32 %r1, %r2, %r3, %r4, 254; setp.ne.or.b32 %p1, %r1, 0, %p2;', 1"
    })
    void thePredicateOfALogicInstructionIsPartOfIt(String lines, int instructions) {
        var image = LoadedKernel.of(lines);
        int first = LoadedKernel.first(image);
        var lowering = LoadedKernel.lowering(image);

        assertThat(lowering.sequence(first).instructions()).isEqualTo(1);
        assertThat(lowering.sequence(first + 1).instructions()).isEqualTo(instructions);
    }
}
