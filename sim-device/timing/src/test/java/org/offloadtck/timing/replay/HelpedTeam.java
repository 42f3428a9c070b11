package org.offloadtck.timing.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// A team whose primary thread is the test's and whose helpers wait for tasks.
final class HelpedTeam {

    private final ReplayTeam team;
    private final List<Thread> helpers = new ArrayList<>();

    HelpedTeam(int count) {
        this(count, 0);
    }

    /// @param minInstructions minimum number of instructions of tasks that are shared
    HelpedTeam(int count, long minInstructions) {
        team = new ReplayTeam(minInstructions);
        team.setActive(true);
        for (int i = 0; i < count; i++) {
            helpers.add(Thread.ofPlatform().daemon().start(this::help));
        }
        team.setHelped();
    }

    private void help() {
        while (team.isActive()) {
            team.help();
        }
    }

    ReplayTeam team() {
        return team;
    }

    /// Waits for the helpers to leave.
    void end() throws InterruptedException {
        team.setActive(false);
        for (var helper : helpers) {
            helper.join();
        }
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupt) {
            throw new IllegalStateException(interrupt);
        }
    }
}
