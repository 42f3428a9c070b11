package org.offloadtck.simt.execution;

import java.util.Random;

/// The body of a kernel `k(out)` for [Machine#kernel] that does random things, long enough for
/// several threads of the host: arithmetic, branches, shared memory, barriers, atomics whose result
/// nobody reads, output, now and then an atomic whose result is read, or a fault.
///
/// Its threads write words of `out` of their own, beyond the first [#SHARED_WORDS], which its
/// atomics are on.
final class RandomKernel {

    static final int SHARED_WORDS = 8;
    static final int THREADS = 64;

    static final String DECLARATIONS =
            """
            .extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
            .global .b8 text[4] = {37, 100, 10, 0};
            .shared .b32 box[64];
            .local .align 4 .b8 numbers[4];
            """;

    private static final String SETUP =
            """
            mov.u32 %r1, %ctaid.x;
            mad.lo.u32 %r2, %r1, 64, %r0;
            ld.param.u64 %rd1, [out];
            mad.wide.u32 %rd2, %r2, 4, %rd1;
            mov.u32 %r3, %r2;
            mov.u32 %r4, 0;
            shl.b32 %r5, %r0, 2;
            mov.u32 %r6, box;
            add.u32 %r6, %r6, %r5;
            mov.u64 %rd5, box;
            cvta.shared.u64 %rd5, %rd5;
            mad.wide.u32 %rd6, %r0, 4, %rd5;
            again:
            """;

    private final Random random;
    private int labels;

    private RandomKernel(long seed) {
        this.random = new Random(seed);
    }

    static String body(long seed, int ctas) {
        return new RandomKernel(seed).body(ctas);
    }

    private String body(int ctas) {
        var body = new StringBuilder(SETUP);
        String combination = pick("add.u32", "max.u32", "min.s32", "xor.b32", "or.b32");
        for (int i = 0; i < 12; i++) {
            body.append(step(combination));
        }
        body.append(
                """
                add.u32 %%r4, %%r4, 1;
                setp.lt.u32 %%p1, %%r4, %d;
                @%%p1 bra again;
                st.global.u32 [%%rd2+%d], %%r3;
                """
                        .formatted(10 + random.nextInt(40), 4 * SHARED_WORDS));
        if (random.nextInt(3) == 0) {
            body.append(print());
        }
        if (random.nextInt(4) == 0) {
            body.append(fault(random.nextInt(2 * ctas)));
        }
        return body.toString();
    }

    private String pick(String... from) {
        return from[random.nextInt(from.length)];
    }

    private String step(String combination) {
        int number = random.nextInt(1, 1 << 20);
        return switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4, 5, 6, 7 ->
                    pick("add.u32", "xor.b32", "mul.lo.u32", "sub.u32", "and.b32")
                            + " %r3, %r3, "
                            + (number | 1)
                            + ";\n";
            case 8, 9, 10, 11 -> branch(number);
            case 12, 13, 14 -> exchange(number);
            case 15, 16, 17, 18, 19 ->
                    pick("red.global.", "atom.global.").replace("atom.global.", "red.")
                            + "%s [%%rd1+%d], %%r3;\n"
                                    .formatted(combination, 4 * random.nextInt(SHARED_WORDS));
            case 20 ->
                    "atom.global.%s %%r19, [%%rd1+%d], %%r3;\n"
                            .formatted(combination, 4 * random.nextInt(SHARED_WORDS));
            case 21 ->
                    pick("atom.shared.add.u32 %r8, [%r6], %r3", generic())
                            + "; add.u32 %r3, %r3, %r8;\n";
            case 22 ->
                    random.nextInt(4) == 0
                            ? "atom.global.add.u32 %r9, [%rd1], 1; xor.b32 %r3, %r3, %r9;\n"
                            : "";
            default -> "add.u32 %r3, %r3, %r10; add.u32 %r10, %r3, 5;\n";
        };
    }

    /// An atomic by a generic address, of shared memory but for a rare one that may be either.
    private String generic() {
        return random.nextInt(8) == 0
                ? "selp.b64 %rd7, %rd6, %rd2, %p1; atom.exch.b32 %r8, [%rd7], %r3"
                : pick(
                        "atom.add.u32 %r8, [%rd6], %r3",
                        "atom.exch.b32 %r8, [%rd6], %r3", "atom.cas.b32 %r8, [%rd6], 0, %r3");
    }

    private String branch(int number) {
        int label = labels++;
        return """
        and.b32 %%r7, %%r3, %d;
        setp.eq.u32 %%p2, %%r7, 0;
        @%%p2 bra skip%d;
        mad.lo.u32 %%r3, %%r3, 17, %d;
        skip%d:
        """
                .formatted(random.nextInt(1, 8), label, number, label);
    }

    private String exchange(int number) {
        return """
        st.shared.u32 [%%r6], %%r3;
        bar.sync 0;
        xor.b32 %%r7, %%r5, %d;
        mov.u32 %%r8, box;
        add.u32 %%r8, %%r8, %%r7;
        ld.shared.u32 %%r7, [%%r8];
        bar.sync 0;
        add.u32 %%r3, %%r3, %%r7;
        """
                .formatted((number & 63) << 2);
    }

    private static String print() {
        return """
        setp.eq.u32 %p3, %r0, 7;
        @!%p3 bra quiet;
        { .param .b64 f; .param .b64 a; .param .b32 r;
        st.local.u32 [numbers], %r3;
        mov.u64 %rd3, text; st.param.b64 [f], %rd3;
        mov.u64 %rd4, numbers; cvta.local.u64 %rd4, %rd4; st.param.b64 [a], %rd4;
        call (r), vprintf, (f, a); }
        quiet:
        """;
    }

    private String fault(int cta) {
        return """
        setp.ge.u32 %%p4, %%r1, %d;
        @!%%p4 bra sound;
        %s
        sound:
        """
                .formatted(cta, pick("trap;", "st.global.u32 [%rd1+-4096], %r3;", "bar.sync 99;"));
    }
}
