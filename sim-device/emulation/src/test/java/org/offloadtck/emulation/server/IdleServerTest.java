package org.offloadtck.emulation.server;

import static com.sun.management.GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
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
        var requested = requestedCollections();
        try (var _ = place.serve()) {
            Thread.sleep(2500);
            assertThat(requested.tryAcquire()).as("before the program").isFalse();

            run(place, program);
            assertThat(requested.tryAcquire(30, TimeUnit.SECONDS)).as("after it").isTrue();

            Thread.sleep(2500);
            assertThat(requested.tryAcquire()).as("once more").isFalse();
        }
    }

    private static void run(NativeClientFixture place, Path program) throws IOException {
        assertThat(place.run(program)).isEqualTo(new NativeProgram.Ended(0, "done", ""));
    }

    /// A permit for each collection that this process has asked for from now on.
    private static Semaphore requestedCollections() {
        var requested = new Semaphore(0);
        for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, _) -> {
                                if (isRequested(notification)) {
                                    requested.release();
                                }
                            },
                            null,
                            null);
        }
        return requested;
    }

    private static boolean isRequested(Notification notification) {
        return notification.getType().equals(GARBAGE_COLLECTION_NOTIFICATION)
                && GarbageCollectionNotificationInfo.from(
                                (CompositeData) notification.getUserData())
                        .getGcCause()
                        .equals("System.gc()");
    }
}
