package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// The races of atomics are the same whether the accesses of a page are recorded by words or by
/// bytes. Only those of words are recorded by a fast path.
class AtomicFindingsProperties {

    private static final int CTAS = 3;
    private static final int THREADS = 64;
    private static final int ACCESSES = 5;

    /// Words of the page that the accesses choose from, and the last one, which no access chooses.
    private static final int WORDS = 12;

    /// One of the threads that make an access, which differs: cells keep one or two.
    private static final Pattern THREAD = Pattern.compile(" thread \\([^)]*\\)");

    private static final int LAST = CTAS * THREADS - 1;

    private static String accesses(long seed) {
        var choice = new Random(seed);
        var body = new StringBuilder();
        for (int i = 0; i < ACCESSES; i++) {
            int word = choice.nextInt(WORDS);
            int thread = choice.nextInt(CTAS * THREADS);
            String guard = choice.nextInt(3) == 0 ? "@%p2 " : "";
            String address = choice.nextBoolean() ? "%rd9+" + 4 * word : "%rd3";
            body.append("setp.eq.u32 %%p2, %%r2, %d;\n".formatted(thread));
            body.append("and.b32 %%r3, %%r2, %d;\n".formatted(choice.nextInt(8)));
            body.append("mad.wide.u32 %rd3, %r3, 4, %rd9;\n");
            body.append(guard);
            switch (choice.nextInt(4)) {
                case 0 -> body.append("ld.global.u32 %%r4, [%s];\n".formatted(address));
                case 1 -> body.append("st.global.u32 [%s], %%r2;\n".formatted(address));
                default -> body.append("atom.global.add.u32 %%r4, [%s], 1;\n".formatted(address));
            }
        }
        return body.toString();
    }

    /// The findings of accesses after a store of one thread to the last word: to a byte of it, or
    /// to all of it.
    private static List<String> found(String type, String accesses) {
        var store =
                """
                mov.u32 %%r1, %%ctaid.x;
                mad.lo.u32 %%r2, %%r1, %d, %%r0;
                setp.eq.u32 %%p1, %%r2, 0;
                @%%p1 st.global.%s [%%rd9+%d], 0;
                """
                        .formatted(THREADS, type, 4 * LAST);
        return CheckedKernel.running(store + accesses).run(CTAS, THREADS).stream()
                .map(finding -> THREAD.matcher(finding.toString()).replaceAll(""))
                .toList();
    }

    @Property(tries = 50, seed = "31")
    void areThoseOfBytes(@ForAll long seed) {
        var accesses = accesses(seed);

        assertThat(found("u32", accesses)).as(accesses).isEqualTo(found("u8", accesses));
    }
}
