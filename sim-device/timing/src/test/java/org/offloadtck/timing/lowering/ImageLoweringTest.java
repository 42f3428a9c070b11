package org.offloadtck.timing.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.decode.ProgramLoader;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.timing.figures.TimedDevice;

class ImageLoweringTest {

    private static LoadedProgram kernel(String body) {
        var ptx =
                """
                .version 7.0
                .target sm_75
                .address_size 64
                .visible .entry k(.param .u64 a)
                {
                .reg .pred %%p<4>;
                .reg .b32 %%r<9>;
                .reg .b64 %%rd<9>;
                %s
                ret;
                }
                """
                        .formatted(body);
        return ProgramLoader.load(
                PtxParser.parse("lowered.ptx", ptx),
                GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto()));
    }

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
        var image = kernel(lines);
        var lowering = new ImageLowering(image, TimedDevice.of(DeviceSpec.h200()));
        int second = image.kernel("k").orElseThrow().entry() + 1;

        assertThat(lowering.sequence(second).instructions()).isEqualTo(instructions);
    }
}
