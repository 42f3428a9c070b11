package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a server does between programs.
class IdleServerTest {

    @TempDir Path folder;

    /// Without a program there is nothing to return to the system.
    @Test
    @Timeout(60)
    void aServerCollectsGarbageOnceAfterAProgram() throws Exception {
        var place = NativeClientFixture.in(folder, FakeServer.class);
        var program = place.compile("starts");
        try (var _ = place.serve()) {
            long before = fullCollections();
            Thread.sleep(2500);
            assertThat(fullCollections()).isEqualTo(before);

            run(place, program);
            awaitCollection(before);

            Thread.sleep(2500);
            assertThat(fullCollections()).isEqualTo(before + 1);
        }
    }

    private static void run(NativeClientFixture place, Path program) throws IOException {
        assertThat(place.run(program)).isEqualTo(new NativeProgram.Ended(0, "done", ""));
    }

    private static void awaitCollection(long before) throws InterruptedException {
        while (fullCollections() == before) {
            Thread.sleep(20);
        }
    }

    /// Collections of the old generation, in the order in which the JVM lists collectors.
    private static long fullCollections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .skip(1)
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }
}
