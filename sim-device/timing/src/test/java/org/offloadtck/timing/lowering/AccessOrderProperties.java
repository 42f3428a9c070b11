package org.offloadtck.timing.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.timing.trace.AccessRecorder;
import org.offloadtck.timing.trace.AccessWord;
import org.offloadtck.timing.trace.WarpTrace;

/// Each access of a trace keeps its words, and comes where machine code has its instruction.
class AccessOrderProperties {

    private static final LoadedProgram IMAGE =
            LoadedKernel.of(
                    """
                    ld.global.u32 %r1, [%rd1];
                    st.shared.u32 [s], %r1;
                    ld.global.u32 %r2, [%rd1+4];
                    st.shared.u32 [s+4], %r2;
                    bar.sync 0;
                    ld.shared.u32 %r3, [s];
                    add.u32 %r3, %r3, 1;
                    ld.global.u32 %r4, [%rd1+8];
                    st.global.u32 [%rd1+8], %r3;
                    @%p1 ld.shared.u32 %r5, [s+8];
                    L:
                    ld.local.u32 %r6, [%rd2];
                    st.shared.u32 [s+12], %r6;
                    ld.local.u32 %r7, [%rd2+4];
                    setp.eq.u32 %p1, %r7, 0;
                    @%p1 bra L;
                    """);

    private final InstructionOrder order = LoadedKernel.order(IMAGE);
    private final AccessOrder inOrder = new AccessOrder(order);
    private final Random random = new Random();
    private final List<Integer> control = new ArrayList<>();

    /// Of each access in the order of PTX, its words.
    private final List<List<Integer>> accesses = new ArrayList<>();

    private final List<List<Integer>> expected = new ArrayList<>();

    @Property(tries = 200, seed = "27")
    void everyAccessMovesWithItsInstruction(@ForAll long seed) {
        random.setSeed(seed);
        accesses.clear();
        expected.clear();
        control.clear();
        for (int run = random.nextInt(6); run >= 0; run--) {
            run();
        }
        var trace = new WarpTrace(ints(control), words(accesses));

        int[] found = inOrder.memory(trace);

        assertThat(found).isEqualTo(words(expected));
        assertThat(expected).hasSameElementsAs(accesses);
    }

    /// A run of some instructions or of one or several whole regions.
    private void run() {
        int count = IMAGE.code().instructions().size();
        int from = random.nextInt(count);
        int to = from + 1 + random.nextInt(count - from);
        if (random.nextBoolean()) {
            from = 0;
            while (random.nextInt(3) > 0 && from + order.length(from) < count) {
                from += order.length(from);
            }
            to = from + order.length(from);
            while (random.nextInt(3) > 0 && to < count) {
                to += order.length(to);
            }
        }
        int rounds = 1 + random.nextInt(3);
        control.addAll(List.of(from, to - from, rounds, WarpTrace.ARRIVE, 0, 0));
        for (int i = 0; i < rounds; i++) {
            round(from, to);
        }
    }

    private void round(int from, int to) {
        var words = new ArrayList<List<Integer>>();
        for (int pc = from; pc < to; pc++) {
            words.add(AccessRecorder.isAccess(IMAGE, pc) ? access() : List.of());
        }
        boolean isWhole = order.areWhole(from, to);
        words.stream().filter(each -> !each.isEmpty()).forEach(accesses::add);
        for (int place = from; place < to; place++) {
            var access = words.get((isWhole ? order.at(place) : place) - from);
            if (!access.isEmpty()) {
                expected.add(access);
            }
        }
    }

    /// Words that no other access has: lines, the first perhaps far away.
    private List<Integer> access() {
        var words = new ArrayList<Integer>();
        if (random.nextBoolean()) {
            words.addAll(List.of(origin() | AccessWord.MORE, random.nextInt(), random.nextInt()));
        }
        int lines = random.nextInt(3);
        for (int i = 0; i <= lines; i++) {
            int distance = random.nextInt(1 << 20) << AccessWord.DISTANCE_SHIFT;
            int sectors = 1 + random.nextInt(AccessWord.SECTORS);
            words.add(distance | sectors | (i < lines ? AccessWord.MORE : 0));
        }
        return words;
    }

    private static int origin() {
        return IntStream.range(0, 1 << (AccessWord.DISTANCE_SHIFT + 3))
                .filter(word -> AccessWord.kind(word) == AccessWord.ORIGIN)
                .findFirst()
                .orElseThrow();
    }

    private static int[] words(List<List<Integer>> accesses) {
        return accesses.stream().flatMap(List::stream).mapToInt(Integer::intValue).toArray();
    }

    private static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    @Example
    void aTileIsLoadedBeforeItIsStored() {
        assertThat(order.accesses(LoadedKernel.first(IMAGE))).containsExactly(0, 2, 1, 3);
    }
}
