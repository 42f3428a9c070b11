package org.offloadtck.launch.profile;

import java.lang.foreign.Arena;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.LaunchProgressListener;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.WarpTurns;
import org.offloadtck.launch.simulate.DeviceSelection;
import org.offloadtck.launch.simulate.KernelArgument;
import org.offloadtck.launch.simulate.LaunchRequest;
import org.offloadtck.launch.simulate.LaunchRequest.KernelSelection;
import org.offloadtck.launch.simulate.PtxFile;
import org.offloadtck.launch.simulate.Simulation;
import org.offloadtck.launch.simulate.SimulationOptions;
import org.offloadtck.launch.simulate.SimulationOptions.Timed;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// A kernel `k(in, out)` on a T4, with one fault in its performance or with none. `%rd1` is the
/// address of `in`, `%rd2` of `out`, `%r1` the thread's number in its CTA, `%r4` in the grid.
public enum ProfiledKernel {
    /// Each lane reads from a line of its own.
    UNCOALESCED(
            512,
            256,
            """
            mul.wide.u32 %rd3, %r4, 128;
            add.u64 %rd4, %rd1, %rd3;
            mov.u32 %r5, 0;
            again:
            ld.global.f32 %f1, [%rd4];
            add.f32 %f2, %f2, %f1;
            add.u64 %rd4, %rd4, 4;
            add.u32 %r5, %r5, 8;
            setp.lt.u32 %p1, %r5, 32;
            @%p1 bra again;
            """),
    /// All lanes of a warp read different words of one bank.
    BANK_CONFLICTS(
            320,
            256,
            """
            and.b32 %r6, %r1, 31;
            mul.lo.u32 %r6, %r6, 128;
            mov.u32 %r7, s;
            add.u32 %r7, %r7, %r6;
            mov.u32 %r5, 0;
            again:
            ld.shared.f32 %f1, [%r7];
            add.f32 %f2, %f2, %f1;
            add.u32 %r5, %r5, 1;
            setp.lt.u32 %p1, %r5, 40;
            @%p1 bra again;
            """),
    /// A multiprocessor has shared memory for one CTA, of one warp.
    LOW_OCCUPANCY(
            200,
            32,
            """
            mul.wide.u32 %rd3, %r4, 4;
            add.u64 %rd4, %rd1, %rd3;
            mov.u32 %r5, 0;
            again:
            ld.global.f32 %f1, [%rd4];
            add.f32 %f2, %f2, %f1;
            add.u64 %rd4, %rd4, 32768;
            add.u32 %r5, %r5, 1;
            setp.lt.u32 %p1, %r5, 40;
            @%p1 bra again;
            """),
    /// Independent multiply-adds in many warps.
    COMPUTE_BOUND(
            320,
            256,
            """
            mov.u32 %r5, 0;
            again:
            fma.rn.f32 %f2, %f2, %f2, %f2;
            fma.rn.f32 %f3, %f3, %f3, %f3;
            fma.rn.f32 %f4, %f4, %f4, %f4;
            fma.rn.f32 %f5, %f5, %f5, %f5;
            fma.rn.f32 %f6, %f6, %f6, %f6;
            fma.rn.f32 %f7, %f7, %f7, %f7;
            fma.rn.f32 %f8, %f8, %f8, %f8;
            fma.rn.f32 %f9, %f9, %f9, %f9;
            add.u32 %r5, %r5, 1;
            setp.lt.u32 %p1, %r5, 60;
            @%p1 bra again;
            """),
    /// A copy of consecutive words.
    COALESCED(
            4096,
            256,
            """
            mul.wide.u32 %rd3, %r4, 4;
            add.u64 %rd4, %rd1, %rd3;
            ld.global.f32 %f2, [%rd4];
            """),
    /// One warp of which one lane works.
    ONE_THREAD(
            1,
            1,
            """
            mov.u32 %r5, 0;
            """);

    private static final Map<ProfiledKernel, KernelProfile> MADE =
            Collections.synchronizedMap(new EnumMap<>(ProfiledKernel.class));

    private static final int WORDS = 1 << 22;

    /// `LOW_OCCUPANCY` needs more than half of the 64 KiB of a multiprocessor.
    private static final int MUCH_SHARED = 40_000;

    private static final int SHARED = 4096;

    private final int ctas;
    private final int threads;
    private final String body;

    ProfiledKernel(int ctas, int threads, String body) {
        this.ctas = ctas;
        this.threads = threads;
        this.body = body;
    }

    private String ptx() {
        return """
        .version 7.0
        .target sm_75
        .address_size 64
        .file 1 "k.cu"
        .visible .entry k(.param .u64 in, .param .u64 out)
        {
        .reg .pred %%p<3>;
        .reg .b32 %%r<10>;
        .reg .b64 %%rd<10>;
        .reg .f32 %%f<10>;
        .shared .align 16 .b8 s[%d];
        ld.param.u64 %%rd1, [in];
        ld.param.u64 %%rd2, [out];
        mov.u32 %%r1, %%tid.x;
        mov.u32 %%r2, %%ntid.x;
        mov.u32 %%r3, %%ctaid.x;
        mad.lo.u32 %%r4, %%r3, %%r2, %%r1;
        .loc 1 7 3
        %s
        .loc 1 9 3
        mul.wide.u32 %%rd5, %%r4, 4;
        add.u64 %%rd6, %%rd2, %%rd5;
        st.global.f32 [%%rd6], %%f2;
        ret;
        }
        """
                .formatted(this == LOW_OCCUPANCY ? MUCH_SHARED : SHARED, body);
    }

    /// The profiles of one launch.
    public List<LaunchProfile> profiles() {
        var request =
                new LaunchRequest(
                        KernelSelection.Only.ONLY,
                        Extent3D.of(ctas),
                        Extent3D.of(threads),
                        0,
                        List.of(buffer("in"), buffer("out")),
                        List.of());
        var options =
                new SimulationOptions(
                        new DeviceSelection.Given(DeviceSpec.named("t4").orElseThrow()),
                        Set.of(),
                        Suppressions.NONE,
                        Timed.PROFILED,
                        1,
                        1,
                        WarpTurns.LONG);
        try (var lifetime = Arena.ofShared()) {
            return Simulation.prepare(
                            List.of(new PtxFile("k.ptx", ptx())), request, options, lifetime)
                    .run(LaunchProgressListener.NONE)
                    .profiles();
        }
    }

    /// The profile of one launch, which is made once.
    KernelProfile profile() {
        return MADE.computeIfAbsent(this, each -> KernelProfile.of(each.profiles().getFirst()));
    }

    private static KernelArgument buffer(String name) {
        return new KernelArgument.Buffer(
                new KernelArgument.BufferName.Stated(name),
                PtxType.F32,
                WORDS,
                KernelArgument.Contents.Zeros.ZEROS);
    }
}
