package org.offloadtck.simt.execution;

import java.util.Random;

/// A kernel `k(out)` for [Machine#kernel] that does random things to registers and to a few hundred
/// bytes that all its threads share, in all the ways there are: every executor has to make the same
/// of it, races included.
///
/// It always ends: loops are counted, and barriers are where all threads come.
final class RandomProgram {

    /// Bytes of `out` and of the shared variable that random addresses are in.
    static final int BYTES = 512;

    static final String DECLARATIONS =
            """
            .shared .align 16 .b8 box[512];
            .const .align 8 .b8 table[512] = {1, 2, 3, 250, 251, 252, 253, 254};
            .func (.param .b32 r) mix(.param .b32 a, .param .b32 b)
            {
            .reg .b32 %x<6>;
            .reg .pred %q<3>;
            .local .align 8 .b8 kept[16];
            .reg .b64 %y<4>;
            ld.param.u32 %x1, [a];
            ld.param.u32 %x2, [b];
            mov.u64 %y1, kept;
            st.local.u32 [%y1+4], %x1;
            setp.lt.s32 %q1, %x1, %x2;
            @%q1 bra small;
            sub.u32 %x1, %x1, %x2;
            small:
            cvta.local.u64 %y2, %y1;
            ld.u32 %x3, [%y2+4];
            xor.b32 %x3, %x3, %x1;
            st.param.b32 [r], %x3;
            ret;
            }
            """;

    private static final String SETUP =
            """
            .local .align 16 .b8 own[64];
            ld.param.u64 %rd1, [out];
            mov.u64 %rd2, own;
            cvta.local.u64 %rd3, %rd2;
            mov.u64 %rd4, box;
            cvta.shared.u64 %rd5, %rd4;
            mov.u64 %rd6, table;
            mov.u32 %r1, %ctaid.x;
            mad.lo.u32 %r1, %r1, 77, %r0;
            mov.u32 %r19, 0;
            """;

    private final Random random;
    private final RandomOperations operations;
    private final StringBuilder text = new StringBuilder(SETUP);
    private int labels;

    /// How deep in branches and loops the next statement is.
    private int depth;

    private RandomProgram(long seed) {
        this.random = new Random(seed);
        this.operations = new RandomOperations(random);
    }

    static String body(long seed) {
        return new RandomProgram(seed).body();
    }

    private String body() {
        setUp();
        for (int i = 0; i < 14; i++) {
            statement();
        }
        if (random.nextInt(5) == 0) {
            fault();
        }
        for (int i = 0; i < 6; i++) {
            statement();
        }
        for (int i = 1; i < 10; i++) {
            line("selp.u32 %%r11, 1, 0, %%p%d".formatted(i));
            line("mad.lo.u32 %r10, %r10, 3, %r11");
            line("st.global.u32 [%%rd0+%d], %%r%d".formatted(BYTES + 256 * i, i));
            line("st.global.f32 [%%rd0+%d], %%f%d".formatted(BYTES + 256 * (i + 10), i));
        }
        line("st.global.u32 [%%rd0+%d], %%r10".formatted(BYTES));
        return text.toString();
    }

    /// Every register gets a value of its own, among them NaNs that are not canonical.
    private void setUp() {
        for (int i = 1; i < 10; i++) {
            line(
                    "mad.lo.u32 %%r%d, %%r1, %d, %d"
                            .formatted(i + 1, operations.number() | 1, operations.number()));
            line("mov.b32 %%f%d, %%r%d".formatted(i, i + 1));
            line("cvt.s64.s32 %%rd9, %%r%d".formatted(i));
            line("cvt.rn.f64.s32 %%d%d, %%r%d".formatted(i, i));
            line("cvt.u16.u32 %%h%d, %%r%d".formatted(i, i));
            line("setp.gt.s32 %%p%d, %%r%d, %d".formatted(i, i, operations.number()));
        }
        line("mov.u32 %r1, 0x7fc01234");
        line("or.b32 %r1, %r1, %r0");
        line("mov.b32 %f1, %r1");
        line("mov.u64 %rd7, 12345");
        line("mov.u64 %rd8, 99");
    }

    private void statement() {
        switch (random.nextInt(depth < 3 ? 16 : 11)) {
            case 0, 1, 2 -> guarded(operations.integer());
            case 3, 4, 5 -> guarded(operations.single());
            case 6 -> guarded(operations.wide());
            case 7 -> guarded(operations.predicate());
            case 8, 9 -> memory();
            case 10 -> guarded(operations.other());
            case 11, 12 -> branch();
            case 13, 14 -> loop();
            default -> together();
        }
    }

    private void line(String instruction) {
        text.append(instruction).append(";\n");
    }

    private void guarded(String instruction) {
        boolean guard = random.nextInt(5) == 0;
        line(
                guard
                        ? "@%s%s %s"
                                .formatted(operations.pick("", "!"), operations.p(), instruction)
                        : instruction);
    }

    /// Accesses at random places of what all threads share, or of a thread's own.
    private void memory() {
        String base = operations.pick("%rd1", "%rd1", "%rd2", "%rd3", "%rd4", "%rd5", "%rd6");
        String space =
                switch (base) {
                    case "%rd1" -> operations.pick("", ".global");
                    case "%rd2" -> ".local";
                    case "%rd4" -> ".shared";
                    case "%rd6" -> ".const";
                    default -> "";
                };
        int bytes = base.equals("%rd2") || base.equals("%rd3") ? 64 : BYTES;
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int size = 1 << random.nextInt(4);
            line("and.b32 %%r18, %s, %d".formatted(operations.r(), (bytes - size) & -size));
            line("cvt.u64.u32 %rd9, %r18");
            line("add.u64 %%rd9, %%rd9, %s".formatted(base));
            access(space, size);
        }
    }

    private void access(String space, int size) {
        String type = (random.nextBoolean() ? ".u" : ".s") + Byte.SIZE * size;
        String register =
                size == 8 ? "%rd8" : size == 4 ? operations.r() : "%h" + random.nextInt(1, 10);
        boolean atomic = size == 4 && random.nextInt(4) == 0;
        if (space.equals(".const") || random.nextBoolean()) {
            guarded("ld%s%s %s, [%%rd9]".formatted(space, type, register));
        } else if (atomic && space.equals(".shared")) {
            String kind = operations.pick("add.u32", "max.s32");
            guarded(
                    "atom.shared.%s %s, [%%rd9], %s"
                            .formatted(kind, operations.r(), operations.r()));
        } else if (atomic && space.equals(".global")) {
            guarded("red.global.xor.b32 [%%rd9], %s".formatted(operations.r()));
        } else {
            guarded("st%s%s [%%rd9], %s".formatted(space, type.replace('s', 'u'), register));
        }
    }

    private void branch() {
        int label = labels++;
        depth++;
        line("@%s%s bra else%d".formatted(operations.pick("", "!"), operations.p(), label));
        several();
        line("bra.uni end" + label);
        text.append("else%d:\n".formatted(label));
        several();
        text.append("end%d:\n".formatted(label));
        depth--;
    }

    private void several() {
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            statement();
        }
    }

    /// A loop whose rounds may differ from lane to lane, with a counter of its own for each depth.
    private void loop() {
        int label = labels++;
        int counter = 12 + depth;
        depth++;
        line("and.b32 %%r%d, %s, %d".formatted(counter, operations.r(), random.nextInt(1, 16)));
        text.append("again%d:\n".formatted(label));
        several();
        line("sub.u32 %%r%d, %%r%d, 1".formatted(counter, counter));
        line("setp.gt.s32 %%p0, %%r%d, 0".formatted(counter));
        line("@%%p0 bra again%d".formatted(label));
        depth--;
    }

    /// What threads do together, or a call.
    private void together() {
        if (random.nextInt(4) == 0) {
            line(
                    "shfl.bfly.b32 %s, %s, %d, 31"
                            .formatted(operations.r(), operations.r(), random.nextInt(32)));
            line("vote.ballot.b32 %s, %s".formatted(operations.r(), operations.p()));
            return;
        }
        if (depth > 0 || random.nextInt(2) == 0) {
            line(
                    "{ .param .b32 a; .param .b32 b; .param .b32 c; st.param.b32 [a], %s; st.param.b32 [b], %s; call (c), mix, (a, b); ld.param.b32 %s, [c]; }"
                            .formatted(operations.r(), operations.r(), operations.r()));
            return;
        }
        line("bar.sync 0");
        line("activemask.b32 %r17");
        line(
                "shfl.sync.bfly.b32 %s, %s, %d, 31, %%r17"
                        .formatted(operations.r(), operations.r(), random.nextInt(32)));
        line("vote.sync.ballot.b32 %s, %s, %%r17".formatted(operations.r(), operations.p()));
    }

    /// One thread does wrong.
    private void fault() {
        line("setp.eq.u32 %%p0, %%r0, %d".formatted(random.nextInt(40)));
        line("@!%p0 bra sound");
        several();
        line(
                operations.pick(
                        "ld.global.u32 %r1, [%rd1+99999996]",
                        "st.u32 [%rd5+512], %r2",
                        "st.global.u64 [%rd1+4], %rd8",
                        "ld.local.u32 %r1, [%rd2+4000]",
                        "trap"));
        text.append("sound:\n");
    }
}
