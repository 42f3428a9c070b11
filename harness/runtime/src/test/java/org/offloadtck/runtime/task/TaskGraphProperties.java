package org.offloadtck.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import org.offloadtck.runtime.task.Dependence.Kind;

/// Random tasks in random orders.
final class TaskGraphProperties {

    private final List<String> log = new ArrayList<>();

    /// A task that records its start and end.
    private class Noting implements Task {
        private final int number;

        private Noting(int number) {
            this.number = number;
        }

        @Override
        public void start() {
            log.add("start " + number);
        }

        @Override
        public void finish() {
            log.add("end " + number);
        }
    }

    @Property(seed = "4101957", tries = 300, edgeCases = EdgeCasesMode.NONE)
    void startsATaskWhenEveryEarlierOneItConflictsWithHasEndedSeed4101957(
            @ForAll("tasks") Tuple2<List<List<Dependence>>, Long> program) {
        List<List<Dependence>> tasks = program.get1();
        log.clear();
        var graph = new TaskGraph(TaskOrder.seeded(program.get2()));
        for (int i = 0; i < tasks.size(); i++) {
            graph.add(new Noting(i), tasks.get(i));
        }

        graph.await();

        assertThat(log).hasSize(2 * tasks.size()).doesNotHaveDuplicates();
        for (int later = 0; later < tasks.size(); later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                if (conflict(tasks.get(earlier), tasks.get(later))) {
                    assertThat(log.indexOf("end " + earlier))
                            .isLessThan(log.indexOf("start " + later));
                }
            }
        }
    }

    @Property(seed = "19091783", tries = 100, edgeCases = EdgeCasesMode.NONE)
    void finishesWhatHasBegunWhenATaskFailsSeed19091783(
            @ForAll("tasks") Tuple2<List<List<Dependence>>, Long> program) {
        log.clear();
        var graph = new TaskGraph(TaskOrder.seeded(program.get2()));
        for (int i = 0; i < program.get1().size(); i++) {
            graph.add(new Noting(i), program.get1().get(i));
        }
        graph.add(
                new Noting(-1) {
                    @Override
                    public void start() {
                        throw new IllegalStateException("refused");
                    }
                },
                List.of());

        assertThatIllegalStateException().isThrownBy(graph::await);

        assertThat(log.stream().filter(line -> line.startsWith("start")).count())
                .isEqualTo(log.stream().filter(line -> line.startsWith("end")).count());
    }

    private static boolean conflict(List<Dependence> earlier, List<Dependence> later) {
        return earlier.stream()
                .anyMatch(one ->
                        later.stream()
                                .anyMatch(other ->
                                        one.address() == other.address()
                                                && (one.kind() == Kind.WRITES
                                                        || other.kind() == Kind.WRITES)));
    }

    @Provide
    Arbitrary<Tuple2<List<List<Dependence>>, Long>> tasks() {
        Arbitrary<Dependence> dependence =
                Combinators.combine(Arbitraries.longs().between(0, 3), Arbitraries.of(Kind.class))
                        .as(Dependence::new);
        return Combinators.combine(
                        dependence.list().ofMaxSize(2).list().ofMaxSize(8), Arbitraries.longs())
                .as(Tuple::of);
    }
}
