package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.offloadtck.checks.finding.KernelFinding;

/// The findings of accesses without a pattern are the same whether blocks are compiled or
/// interpreted ([CheckedKernel#run]). Only those of compiled blocks are recorded by fast paths.
class ScatteredAccessesProperties {

    private static final int CTAS = 3;
    private static final int THREADS = 64;
    private static final int ACCESSES = 6;
    private static final List<String> TYPES = List.of("u8", "u16", "u32", "u64", "v2.u32");

    /// The same accesses for all threads, each to a place that the thread's number selects.
    private static String accesses(Random choice) {
        var body = new StringBuilder("mov.u64 %rd1, s;\nmov.u32 %r1, %ctaid.x;\n");
        body.append("mad.lo.u32 %r2, %r1, 64, %r0;\nmov.u64 %rd5, 7;\nmov.u32 %r5, 7;\n");
        body.append("mov.u32 %r6, 7;\nmov.u16 %h1, 7;\n");
        for (int i = 0; i < ACCESSES; i++) {
            if (choice.nextInt(3) == 0) {
                body.append(choice.nextBoolean() ? "bar.sync 0;\n" : "bar.warp.sync 0xffffffff;\n");
            }
            body.append(access(choice));
        }
        return body.toString();
    }

    private static String access(Random choice) {
        boolean isShared = choice.nextBoolean();
        int type = choice.nextInt(TYPES.size());
        int size = Math.min(1 << type, Long.BYTES);
        int places = (isShared ? 64 : 4 * THREADS) / size;
        // An odd factor reaches each place once in a turn; an even one makes threads meet.
        int factor = choice.nextInt(4) > 0 ? 2 * choice.nextInt(20) + 1 : 2;
        int first = choice.nextInt(places);
        String value = "u8 u16".contains(TYPES.get(type)) ? "%h1" : type == 3 ? "%rd5" : "%r5";
        String operand = type == 4 ? "{%r5, %r6}" : value;
        String space = isShared ? "shared" : "global";
        String instruction =
                choice.nextInt(3) == 0
                        ? "st.%s.%s [%%rd3], %s;\n".formatted(space, TYPES.get(type), operand)
                        : "ld.%s.%s %s, [%%rd3];\n".formatted(space, TYPES.get(type), operand);
        String thread = isShared || choice.nextBoolean() ? "%r0" : "%r2";
        return """
        mad.lo.u32 %%r3, %s, %d, %d;
        rem.u32 %%r3, %%r3, %d;
        mad.wide.u32 %%rd3, %%r3, %d, %s;
        """
                        .formatted(thread, factor, first, places, size, isShared ? "%rd1" : "%rd9")
                + instruction;
    }

    private static List<KernelFinding> found(long seed) {
        return CheckedKernel.running(accesses(new Random(seed))).run(CTAS, THREADS);
    }

    @Property(tries = 150, seed = "37")
    void areThoseOfTheInterpreter(@ForAll long seed) {
        found(seed);
    }

    /// The accesses of the property both race and do not.
    @Test
    void someRace() {
        var counts = LongStream.range(0, 20).mapToInt(seed -> found(seed).size()).boxed().toList();

        assertThat(counts).contains(0).anyMatch(count -> count > 0);
    }
}
