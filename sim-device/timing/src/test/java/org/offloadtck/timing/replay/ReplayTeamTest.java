package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Who executes the tasks that a primary thread shares.
@Timeout(60)
final class ReplayTeamTest {

    private static final int TASKS = 37;

    @Test
    void alonePrimaryThreadExecutesTasksInTheirOrder() {
        var team = new ReplayTeam();
        var order = new ArrayList<Integer>();

        team.share(TASKS, 0, order::add);

        assertThat(order).isEqualTo(IntStream.range(0, TASKS).boxed().toList());
    }

    @Test
    void eachTaskIsExecutedOnceHoweverManyHelp() throws InterruptedException {
        for (int helpers = 1; helpers <= 3; helpers++) {
            var team = new HelpedTeam(helpers);
            for (int round = 0; round < 500; round++) {
                int count = round % TASKS;
                var times = new AtomicIntegerArray(TASKS);
                team.team().share(count, 0, times::incrementAndGet);
                for (int i = 0; i < TASKS; i++) {
                    assertThat(times.get(i)).isEqualTo(i < count ? 1 : 0);
                }
            }
            team.end();
        }
    }

    @Test
    void helpersTakeTasksFromTheEnd() throws InterruptedException {
        var team = new HelpedTeam(1);
        var helped = new CountDownLatch(1);
        Set<Integer> own = ConcurrentHashMap.newKeySet();
        var primary = Thread.currentThread();

        team.team()
                .share(
                        TASKS,
                        0,
                        i -> {
                            if (!Thread.currentThread().equals(primary)) {
                                helped.countDown();
                            } else {
                                own.add(i);
                                HelpedTeam.await(helped);
                            }
                        });
        team.end();

        assertThat(own).contains(0).doesNotContain(TASKS - 1);
    }

    @Test
    void tasksWithEnoughInstructionsAreShared() throws InterruptedException {
        int enough = 100;
        var team = new HelpedTeam(1, enough);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();

        for (int round = 0; round < 500; round++) {
            team.team().share(TASKS, enough - 1, _ -> threads.add(Thread.currentThread()));
        }
        assertThat(threads).containsExactly(Thread.currentThread());
        assertThat(team.team().shared()).isZero();

        team.team().share(TASKS, enough, _ -> {});
        team.end();
        assertThat(team.team().shared()).isEqualTo(1);
    }

    @Test
    void aTaskThatFailsFailsTheReplayAfterTheOthers() throws InterruptedException {
        var team = new HelpedTeam(1);
        var times = new AtomicIntegerArray(TASKS);

        assertThatThrownBy(() ->
                        team.team()
                                .share(
                                        TASKS,
                                        0,
                                        i -> {
                                            times.incrementAndGet(i);
                                            if (i == TASKS - 1) {
                                                throw new IllegalArgumentException("last");
                                            }
                                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("last");
        team.end();

        for (int i = 0; i < TASKS; i++) {
            assertThat(times.get(i)).isEqualTo(1);
        }
    }
}
