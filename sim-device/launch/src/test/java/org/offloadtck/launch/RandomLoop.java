package org.offloadtck.launch;

import java.util.List;
import java.util.Random;

/// The body of a kernel `k(out)` for [org.offloadtck.engine.fixture.TestDevice#kernel]: stores, a
/// loop of loads, and a store of their sum. Lanes and iterations are at random distances, lanes may
/// leave the loop at different times, and threads store what others load.
final class RandomLoop {

    /// Bytes of `out`.
    static final int BYTES = 1 << 20;

    static final String DECLARATIONS = ".shared .align 16 .b8 box[4096];";

    private static final int MIDDLE = BYTES / 2;
    private static final int SHARED_MIDDLE = 2048;

    private final Random random;
    private final boolean isShared;
    private final int size;
    private final StringBuilder text = new StringBuilder();

    private RandomLoop(long seed) {
        this.random = new Random(seed);
        this.isShared = random.nextInt(3) == 0;
        this.size = 1 << random.nextInt(5);
    }

    static String body(long seed) {
        return new RandomLoop(seed).body();
    }

    private int pick(Integer... from) {
        return from[random.nextInt(from.length)];
    }

    private void line(String instruction) {
        text.append(instruction).append(";\n");
    }

    private String body() {
        line("ld.param.u64 %rd1, [out]");
        line("add.u64 %%rd1, %%rd1, %d".formatted(MIDDLE));
        line("mov.u32 %r1, box");
        line("add.u32 %%r1, %%r1, %d".formatted(SHARED_MIDDLE));
        line("mov.u32 %r2, %ctaid.x");
        line("mad.lo.u32 %%r2, %%r2, %d, %%r0".formatted(pick(0, 32, 70)));
        line("mov.u32 %r9, 0");
        stores();
        if (random.nextInt(3) == 0) {
            line("bar.sync 0");
        }
        loop();
        if (random.nextBoolean()) {
            stores();
        }
        line("setp.eq.u32 %p2, %r9, 77");
        line("@%p2 st.global.u32 [%rd1], %r9");
        return text.toString();
    }

    private String space() {
        return isShared ? ".shared" : ".global";
    }

    /// Some threads store near the middle.
    private void stores() {
        for (int i = random.nextInt(3); i > 0; i--) {
            line("and.b32 %%r3, %%r2, %d".formatted(pick(0, 1, 31, 127)));
            line("setp.eq.u32 %%p3, %%r3, %d".formatted(pick(0, 1, 5)));
            line("mul.lo.u32 %%r3, %%r2, %d".formatted(pick(0, 4, 8)));
            line("cvt.u64.u32 %rd3, %r3");
            line("add.u64 %rd3, %rd3, %rd1");
            line("add.u32 %r3, %r3, %r1");
            line("@%%p3 st%s.u32 [%s], %%r2".formatted(space(), isShared ? "%r3" : "%rd3"));
        }
    }

    private void loop() {
        int most = isShared ? 12 : 40;
        line("mov.u32 %%r4, %d".formatted(random.nextInt(1, most)));
        if (random.nextInt(2) == 0) {
            line(
                    "%s %%r4, %%r2, %d"
                            .formatted(
                                    List.of("and.b32", "min.u32").get(random.nextInt(2)),
                                    pick(1, 3, 7)));
            line("add.u32 %%r4, %%r4, %d".formatted(pick(1, 2, 3)));
        }
        int stride = size * pick(0, 1, 1, 1, 2, isShared ? 1 : 64);
        int step = size * pick(0, 1, 2, -1, isShared ? 3 : 32, isShared ? -2 : 256);
        line(
                "mul.lo.u32 %%r5, %%r2, %d"
                        .formatted(Math.min(stride, isShared ? 8 : stride) / size * size));
        line("mov.u32 %%r6, %d".formatted(step));
        if (random.nextInt(4) == 0) {
            line("mul.lo.u32 %%r6, %%r0, %d".formatted(isShared ? 0 : 2 * size));
        }
        line("mov.u32 %r7, 0");
        line("cvt.s64.s32 %rd4, %r5");
        line("add.u64 %rd4, %rd4, %rd1");
        line("cvt.s64.s32 %rd5, %r6");
        line("add.u32 %r8, %r5, %r1");
        text.append("again:\n");
        loads();
        line("add.u32 %r7, %r7, 1");
        line("setp.lt.u32 %p1, %r7, %r4");
        line("@%p1 bra again");
    }

    /// The loads of an iteration, by a pointer that moves or by the number of the iteration.
    private void loads() {
        int form = random.nextInt(isShared ? 2 : 5);
        switch (form) {
            case 0 -> {}
            case 1 -> line("mul.lo.u32 %r10, %r7, %r6");
            case 2 -> line("mad.wide.s32 %%rd2, %%r7, %d, %%rd4".formatted(4 * size));
            case 3 -> {
                line("mul.lo.u32 %r10, %r7, %r7");
                line("mad.wide.u32 %%rd2, %%r10, %d, %%rd4".formatted(size));
            }
            default -> {
                line("shl.b32 %r10, %r7, 1");
                line("mul.wide.u32 %%rd2, %%r10, %d".formatted(size));
                line("add.u64 %rd2, %rd2, %rd4");
            }
        }
        if (form == 1) {
            line("cvt.s64.s32 %rd2, %r10");
            line("add.u64 %rd2, %rd2, %rd4");
            line("add.u32 %r11, %r10, %r8");
        }
        String address = isShared ? (form == 0 ? "%r8" : "%r11") : form == 0 ? "%rd4" : "%rd2";
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            load(address, size * random.nextInt(-2, 3));
        }
        if (form == 0) {
            line("add.u64 %rd4, %rd4, %rd5");
            line("add.u32 %r8, %r8, %r6");
        }
    }

    private void load(String address, int offset) {
        String type = List.of("u8", "u16", "u32", "u64", "v4.u32").get(log(size));
        String target =
                List.of("%h1", "%h1", "%r12", "%rd6", "{%r12, %r13, %r14, %r15}").get(log(size));
        line("ld%s.%s %s, [%s+%d]".formatted(space(), type, target, address, offset));
        switch (log(size)) {
            case 0, 1 -> line("cvt.u32.u16 %r12, %h1");
            case 3 -> line("cvt.u32.u64 %r12, %rd6");
            default -> {}
        }
        line("add.u32 %r9, %r9, %r12");
    }

    private static int log(int number) {
        return Integer.numberOfTrailingZeros(number);
    }
}
