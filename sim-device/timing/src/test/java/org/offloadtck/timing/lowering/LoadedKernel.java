package org.offloadtck.timing.lowering;

import java.lang.foreign.Arena;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.timing.figures.TimedDevice;

/// PTX in the memory of a device, and its order and lowering on an H200.
final class LoadedKernel {

    private LoadedKernel() {}

    static LoadedProgram image(String source, String ptx) {
        return ProgramLoader.load(
                PtxParser.parse(source, ptx), GlobalMemory.ofCapacity(64 << 20, Arena.ofAuto()));
    }

    /// A kernel `k` with these lines in its body, behind a function `f`.
    ///
    /// `%rd1` to `%rd9`, `%r1` to `%r39`, `%f1` to `%f39` and `%p1` to `%p9` are declared; of
    /// shared memory `s` has 1024 bytes.
    static LoadedProgram of(String body) {
        return image(
                "kernel.ptx",
                """
                .version 7.0
                .target sm_75
                .address_size 64
                .func f() { ret; }
                .visible .entry k()
                {
                .reg .pred %%p<10>;
                .reg .b32 %%r<40>;
                .reg .b64 %%rd<10>;
                .reg .f32 %%f<40>;
                .shared .align 16 .b8 s[1024];
                %s
                ret;
                }
                """
                        .formatted(body));
    }

    /// The program counter of the first line of the body.
    static int first(LoadedProgram image) {
        return image.kernel("k").orElseThrow().entry();
    }

    static ImageLowering lowering(LoadedProgram image) {
        return new ImageLowering(image, TimedDevice.of(DeviceSpec.h200()));
    }

    static InstructionOrder order(LoadedProgram image) {
        return new InstructionOrder(image, TimedDevice.of(DeviceSpec.h200()), lowering(image));
    }
}
