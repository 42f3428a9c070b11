package org.offloadtck.offload;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.emulation.command.NativeFiles;
import org.offloadtck.emulation.server.NativeClientFixture;
import org.offloadtck.emulation.server.NativeProgram;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.sim.container.PtxAssembler;
import org.offloadtck.sim.container.PtxImageLinker;

/// The program `offloads.c` and its device image: `add`, and `spin`, which sets a number and never
/// ends; it reads a clock, without which it would be diagnosed as a livelock.
final class OffloadPrograms {

    private static final TargetId TARGET = new TargetId("nvptx64-nvidia-cuda", "sm_75");

    private static final String PTX =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .entry add(.param .u64 environment, .param .u64 data)
            {
            .reg .b32 %r<4>;
            .reg .b64 %rd<4>;
            ld.param.u64 %rd0, [data];
            mov.u32 %r0, %tid.x;
            mad.wide.u32 %rd1, %r0, 4, %rd0;
            ld.global.u32 %r1, [%rd1];
            add.u32 %r1, %r1, %r0;
            add.u32 %r1, %r1, 1;
            st.global.u32 [%rd1], %r1;
            ret;
            }
            .visible .entry spin(.param .u64 environment, .param .u64 data)
            {
            .reg .b32 %r<1>;
            .reg .b64 %rd<1>;
            ld.param.u64 %rd0, [data];
            mov.u32 %r0, 1;
            st.global.u32 [%rd0], %r0;
            again:
            mov.u32 %r0, %clock;
            bra again;
            }
            """;

    private final NativeClientFixture place;
    private final Path program;
    private final Path image;

    private OffloadPrograms(NativeClientFixture place, Path program, Path image) {
        this.place = place;
        this.program = program;
        this.image = image;
    }

    /// Compiles the program in `folder`, where it finds the kit's `libomptarget.so`.
    static OffloadPrograms in(NativeClientFixture place, Path folder) throws IOException {
        place.useRuntime();
        var text =
                new DeviceLinker.Input("programs.ptx", MemorySegment.ofArray(PTX.getBytes(UTF_8)));
        var object = new PtxAssembler().assemble(TARGET, text);
        var linked =
                new PtxImageLinker()
                        .link(TARGET, List.of(new DeviceLinker.Input("programs.o", object)));
        var image = Files.write(folder.resolve("image"), linked.toArray(JAVA_BYTE));
        return new OffloadPrograms(place, place.compile("offloads"), image);
    }

    /// The program's file.
    Path file() {
        return program;
    }

    /// Runs the program to its end.
    NativeProgram.Ended run(String what) throws IOException {
        return place.run(program, image.toString(), what);
    }

    NativeProgram start(String what) throws IOException {
        return place.start(program, image.toString(), what);
    }

    /// Runs the program under `exec` with `options`.
    NativeProgram.Ended exec(String what, String... options) throws IOException {
        return startExec(what, options).await();
    }

    NativeProgram startExec(String what, String... options) throws IOException {
        var words = new ArrayList<>(List.of("--runtime=reference"));
        words.addAll(List.of(options));
        words.addAll(List.of("--", program.toString(), image.toString(), what));
        var exec = place.driver().resolve(NativeFiles.EXEC);
        return place.start(exec, words.toArray(String[]::new));
    }
}
