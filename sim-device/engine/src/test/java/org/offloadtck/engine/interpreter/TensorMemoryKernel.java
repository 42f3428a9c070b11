package org.offloadtck.engine.interpreter;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// A kernel that loads images of shared and tensor memory, executes instructions and stores the
/// image of tensor memory. Each CTA has its images.
final class TensorMemoryKernel {

    static final int THREADS = 128;

    static final int LANES = 128;

    static final int COLUMNS = 512;

    /// Bytes of the image of shared memory.
    static final int SHARED = 64 << 10;

    /// Bytes of both images.
    static final int IMAGE = SHARED + LANES * COLUMNS * Integer.BYTES;

    @SuppressWarnings("InlineFormatString") // longer than the method that fills it
    private static final String MODULE =
            """
            .version 8.6
            .target sm_100a
            .address_size 64
            .shared .align 1024 .b8 s[%d];
            .shared .align 8 .b64 bar;
            .shared .align 4 .b32 at;
            .visible .entry k(.param .u64 out) %s
            {
            .reg .pred %%p<10>;
            .reg .b16 %%h<10>;
            .reg .b32 %%r<20>;
            .reg .b32 %%x<8>;
            .reg .b32 %%y<128>;
            .reg .b64 %%rd<20>;
            mov.u32 %%r0, %%tid.x;
            mov.u32 %%r1, %%ctaid.x;
            ld.param.u64 %%rd0, [out];
            mad.wide.u32 %%rd0, %%r1, %d, %%rd0;
            mov.u32 %%r2, s;
            shl.b32 %%r3, %%r0, 2;
            add.u32 %%r2, %%r2, %%r3;
            cvt.u64.u32 %%rd2, %%r3;
            add.u64 %%rd1, %%rd0, %%rd2;
            mov.u32 %%r3, 0;
            C: ld.global.u32 %%r4, [%%rd1];
            st.shared.u32 [%%r2], %%r4;
            add.u64 %%rd1, %%rd1, 512;
            add.u32 %%r2, %%r2, 512;
            add.u32 %%r3, %%r3, 512;
            setp.lt.u32 %%p1, %%r3, %d;
            @%%p1 bra C;
            fence.proxy.async;
            setp.ne.u32 %%p9, %%r0, 0;
            mov.u32 %%r6, bar;
            @%%p9 bra I;
            mbarrier.init.shared.b64 [%%r6], 1;
            I: setp.ge.u32 %%p8, %%r0, 32;
            @%%p8 bra J;
            tcgen05.alloc.cta_group::%d.sync.aligned.shared::cta.b32 [at], 512;
            J: bar.sync 0;
            ld.shared.u32 %%r10, [at];
            shr.u32 %%r5, %%r0, 5;
            shl.b32 %%r11, %%r5, 21;
            mul.wide.u32 %%rd1, %%r0, 2048;
            add.u64 %%rd1, %%rd1, %%rd0;
            add.u64 %%rd1, %%rd1, %d;
            mov.u64 %%rd3, %%rd1;
            mov.u32 %%r7, %%r11;
            %s
            tcgen05.wait::st.sync.aligned;
            SYNC
            %s
            mov.u32 %%r8, 0;
            W: mbarrier.test_wait.parity.shared.b64 %%p7, [%%r6], 0;
            @!%%p7 bra W;
            mov.u32 %%r7, %%r11;
            mov.u64 %%rd1, %%rd3;
            %s
            SYNC
            @%%p8 bra E;
            tcgen05.dealloc.cta_group::%d.sync.aligned.b32 %%r10, 512;
            E: ret;
            }
            """;

    private TensorMemoryKernel() {}

    static String vector(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "%" + name + i)
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /// The module.
    ///
    /// @param ctas of a group: 1 or 2
    /// @param body that thread 0 of CTA 0 alone executes up to `ALL:`, if it has that
    static String module(int ctas, String body) {
        String one = "{%r10}";
        var load = new StringBuilder("mov.u32 %r8, 0;\nL: ");
        var store = new StringBuilder("S: tcgen05.ld.sync.aligned.32x32b.x8.b32 ");
        store.append(vector("x", 8)).append(", [%r7];\ntcgen05.wait::ld.sync.aligned;\n");
        for (int i = 0; i < 8; i++) {
            load.append("ld.global.u32 %x").append(i).append(", [%rd1+").append(4 * i);
            load.append("];\n");
            store.append("st.global.u32 [%rd1+").append(4 * i).append("], %x").append(i);
            store.append(";\n");
        }
        load.append("tcgen05.st.sync.aligned.32x32b.x8.b32 [%r7], ").append(vector("x", 8));
        load.append(";\n").append(next("L"));
        store.append(next("S"));
        String sync =
                ctas == 1
                        ? "bar.sync 0;"
                        : "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;";
        String cluster = ctas == 1 ? "" : ".reqnctapercluster 2, 1, 1";
        return MODULE.formatted(
                        SHARED, cluster, IMAGE, SHARED, ctas, SHARED, load, body, store, ctas)
                .replace("SYNC", sync)
                .replace(one, "%r10");
    }

    private static String next(String label) {
        return """
        add.u32 %%r7, %%r7, 8; add.u64 %%rd1, %%rd1, 32; add.u32 %%r8, %%r8, 8;
        setp.lt.u32 %%p2, %%r8, 512; @%%p2 bra %s;
        """
                .formatted(label);
    }

    /// A body in which thread 0 of CTA 0 issues instructions and commits them to the `mbarrier` of
    /// each CTA.
    static String issued(int ctas, String instructions) {
        String commit =
                ctas == 1
                        ? "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r6];"
                        : "mov.u16 %h1, 3; tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%r6], %h1;";
        return """
        add.u32 %%r9, %%r0, %%r1; setp.ne.u32 %%p6, %%r9, 0; @%%p6 bra Z;
        %s
        %s
        Z:
        """
                .formatted(instructions, commit);
    }

    /// The shape of one CTA, or of a cluster of two.
    static LaunchShape shape(int ctas) {
        return new LaunchShape(
                Extent3D.of(ctas), Extent3D.of(THREADS), 0, ClusterShape.of(Extent3D.of(ctas)));
    }

    /// Launches a module with the images of its CTAs, which it changes.
    static void launch(String module, byte[][] shared, int[][] cells) {
        var machine = TestDevice.of("tcgen05.ptx", module);
        var buffer = machine.allocate("images", (long) IMAGE * cells.length);
        var bytes = machine.at(buffer);
        for (int cta = 0; cta < cells.length; cta++) {
            bytes.position(cta * IMAGE).put(shared[cta]);
            for (int i = 0; i < LANES * COLUMNS; i++) {
                bytes.putInt(cta * IMAGE + SHARED + 4 * i, cells[cta][i]);
            }
        }
        machine.launch(machine.kernel(), shape(cells.length), buffer);
        var after = machine.at(buffer);
        for (int cta = 0; cta < cells.length; cta++) {
            for (int i = 0; i < LANES * COLUMNS; i++) {
                cells[cta][i] = after.getInt(cta * IMAGE + SHARED + 4 * i);
            }
        }
    }
}
