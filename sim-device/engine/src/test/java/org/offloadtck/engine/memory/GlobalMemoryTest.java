package org.offloadtck.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class GlobalMemoryTest {

    private final GlobalMemory memory = GlobalMemory.ofCapacity(64 << 20, Arena.ofAuto());

    private Allocation allocate(String name, long size) {
        return memory.allocate(name, size).orElseThrow();
    }

    @Test
    void allocationsAreAlignedAndApart() {
        var first = allocate("first", 1);
        var second = allocate("second", 1000);

        assertThat(first.address() % 256).isZero();
        assertThat(second.address() % 256).isZero();
        assertThat(second.address() - first.end()).isGreaterThanOrEqualTo(256);
    }

    @Test
    void findsOnlyAccessesThatAnAllocationHoldsWhole() {
        var x = allocate("x", 10);

        assertThat(memory.find(x.address() + 2, 8)).contains(x);
        assertThat(memory.find(x.address() + 3, 8)).isEmpty();
        assertThat(memory.find(x.address() - 1, 1)).isEmpty();
    }

    @Test
    void saysWhereAnAddressIs() {
        var x = allocate("x", 10);

        assertThat(memory.describe(x.end() + 4)).startsWith("4 bytes past the end of 'x'");
        assertThat(memory.describe(0x55f7_fdb0_ccb0L))
                .isEqualTo(
                        "outside device memory (67108864 bytes at 0x200000000000), a host address"
                                + " that is not mapped or a wild pointer");
        assertThat(memory.describe(x.address() - 4)).startsWith("4 bytes before 'x'");
        assertThat(memory.describe(x.end() - 2)).startsWith("partly in, by 2 bytes, 'x'");
    }

    @Test
    void describesAnAddressByTheNearestAllocation() {
        var first = allocate("first", 904);
        var second = allocate("second", 64);
        long middle = (first.end() + second.address()) / 2;

        assertThat(memory.describe(second.address() - 12)).isEqualTo("12 bytes before " + second);
        assertThat(memory.describe(first.end() + 12))
                .isEqualTo("12 bytes past the end of " + first);
        assertThat(memory.describe(middle)).endsWith(" past the end of " + first);
        assertThat(memory.describe(first.end() - 2)).isEqualTo("partly in, by 2 bytes, " + first);
    }

    @Test
    void aReservedRangeHasMemoryBetweenAllocationAndFree() {
        var range = memory.reserve("x", 1000).orElseThrow();
        long inside = range.address() + 8;

        assertThat(memory.find(inside, 8)).isEmpty();
        assertThat(memory.isFreed(inside)).isFalse();
        assertThat(memory.describe(inside))
                .isEqualTo("8 bytes into %s, which is not allocated yet".formatted(range));

        for (int round = 0; round < 2; round++) {
            memory.allocate(range);
            assertThat(memory.find(inside, 8)).contains(range);
            memory.unmap(range);
            memory.unmap(range);
            assertThat(memory.find(inside, 8)).isEmpty();
            assertThat(memory.isFreed(inside)).isTrue();
            assertThat(memory.describe(inside)).endsWith("which is freed");
        }
    }

    @Test
    void aReservedRangeIsUsedAgainOnlyAfterItsRelease() {
        var range = memory.reserve("x", GlobalMemory.QUARANTINE + 1).orElseThrow();
        memory.allocate(range);
        memory.unmap(range);

        assertThat(allocate("y", 1000).address()).isGreaterThan(range.address());
        memory.release(range);
        assertThat(allocate("z", 1000).address()).isEqualTo(range.address());
        assertThat(memory.reserve("too much", Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void aFreedRangeIsRememberedAndNotUsedAgainAtOnce() {
        var x = allocate("x", 1000);
        memory.free(x);

        assertThat(memory.find(x.address(), 1)).isEmpty();
        assertThat(memory.allocationAt(x.address())).isEmpty();
        assertThat(memory.isFreed(x.address() + 999)).isTrue();
        assertThat(memory.isFreed(x.address() + 1000)).isFalse();
        assertThat(memory.describe(x.address() + 8))
                .isEqualTo("8 bytes into " + x + ", which is freed");
        assertThat(allocate("y", 64).address()).isNotEqualTo(x.address());
    }

    @Test
    void remembersWhatWasFreedWhenItsRangeMayBeUsedAgain() {
        var first = allocate("first", GlobalMemory.QUARANTINE + 1);
        memory.free(first);
        var second = allocate("second", 64);

        assertThat(second.address()).isEqualTo(first.address());
        assertThat(memory.describe(first.address() + 4096))
                .isEqualTo("4096 bytes into " + first + ", which is freed");
        assertThat(memory.isFreed(first.address() + 4096)).isTrue();
        assertThat(memory.isFreed(second.address())).isFalse();
        assertThat(memory.describe(second.address() + 64))
                .isEqualTo("0 bytes past the end of " + second);
    }

    @Test
    void refusesToFreeTwice() {
        var x = allocate("x", 64);
        memory.free(x);

        assertThatIllegalStateException().isThrownBy(() -> memory.free(x));
    }

    @Test
    void usesFreedRangesAgainWhenEnoughIsFreed() {
        long chunk = GlobalMemory.QUARANTINE / 2;
        for (int i = 0; i < 100; i++) {
            memory.free(allocate("chunk", chunk));
        }

        assertThat(memory.allocate("rest", chunk)).isPresent();
    }

    @Test
    void hasNoRoomBeyondItsCapacity() {
        assertThat(memory.allocate("all", 64 << 20)).isEmpty();
        assertThat(memory.allocate("huge", Long.MAX_VALUE)).isEmpty();
        assertThat(memory.allocate("negative", -1)).isEmpty();
    }

    @Test
    void usesTheEndAgainForSomethingLarger() {
        memory.free(allocate("most", 40 << 20));

        assertThat(memory.allocate("more", 50 << 20)).isPresent();
    }

    @Test
    void liesInTheArenaItIsGiven() {
        try (var lifetime = Arena.ofConfined()) {
            var arena = lifetime.allocate(1 << 20);
            var given = new GlobalMemory(arena);
            given.allocate("first", 8);
            var x = given.allocate("x", 8).orElseThrow();

            given.slice(x.address(), 8).set(ValueLayout.JAVA_LONG, 0, 42);

            assertThat(arena.get(ValueLayout.JAVA_LONG, x.address() - AddressSpace.GLOBAL))
                    .isEqualTo(42);
            assertThat(NativeBytes.get8(x.address() + given.hostOffset())).isEqualTo(42);
            assertThat(given.deviceTop()).isEqualTo(x.address() - AddressSpace.GLOBAL + 512);
        }
    }

    @Test
    void takesSharedMemoryFromAPartOfItsOwn() {
        try (var lifetime = Arena.ofConfined()) {
            long deviceBytes = 1 << 16;
            var given =
                    new GlobalMemory(
                            lifetime.allocate(2 * deviceBytes), deviceBytes, UnifiedMemory.NONE);
            var first = given.allocateShared("first", 8).orElseThrow();
            given.allocate("of a device", 8);
            var second = given.allocateShared("second", 8).orElseThrow();

            assertThat(first.address()).isEqualTo(AddressSpace.GLOBAL + deviceBytes);
            assertThat(second.address()).isEqualTo(first.address() + 512);
            assertThat(given.deviceTop()).isEqualTo(512);
            assertThat(given.sharedTop()).isEqualTo(deviceBytes + 1024);
            assertThat(given.allocate("too much", deviceBytes)).isEmpty();
            assertThat(given.allocateShared("too much", deviceBytes)).isEmpty();
        }
    }

    /// Memory of devices never lies where the host has access, nor the other way round.
    @Test
    void usesFreedSharedMemoryForSharedMemoryOnly() {
        try (var lifetime = Arena.ofConfined()) {
            long part = 4 * GlobalMemory.QUARANTINE;
            var given = new GlobalMemory(lifetime.allocate(2 * part), part, UnifiedMemory.NONE);
            for (int i = 0; i < 20; i++) {
                long size = GlobalMemory.QUARANTINE / 2;
                var shared = given.allocateShared("shared", size).orElseThrow();
                var own = given.allocate("own", size).orElseThrow();

                assertThat(shared.address()).isGreaterThanOrEqualTo(AddressSpace.GLOBAL + part);
                assertThat(own.address() + size).isLessThanOrEqualTo(AddressSpace.GLOBAL + part);
                given.free(shared);
                given.free(own);
            }
        }
    }

    @Test
    void withoutASharedPartHasNoSharedMemory() {
        assertThat(memory.allocateShared("x", 8)).isEmpty();
    }

    @Test
    void holdsMoreThanTheHostWouldGiveAtOnce() {
        var large = GlobalMemory.ofCapacity(1L << 40, Arena.ofAuto());
        var x = large.allocate("x", 1L << 39).orElseThrow();

        var last = large.slice(x.end() - 1, 1);

        assertThat(last.get(ValueLayout.JAVA_BYTE, 0)).isZero();
        last.set(ValueLayout.JAVA_BYTE, 0, (byte) 7);
        assertThat(last.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 7);
    }

    @Test
    void slicesOnlyWhatIsAllocated() {
        var x = allocate("x", 10);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> memory.slice(x.address() + 8, 3))
                .withMessageContaining("partly in, by 2 bytes, 'x'");
    }

    @Test
    void refusesAnArenaOfTheJavaHeap() {
        var arena = MemorySegment.ofArray(new byte[1024]);

        assertThatIllegalArgumentException().isThrownBy(() -> new GlobalMemory(arena));
    }

    /// Each thread's allocations are its own and none overlaps another.
    @Test
    void threadsAllocateAndFreeAtOnce() {
        var live = new ConcurrentSkipListMap<Long, Allocation>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int t = 0; t < 4; t++) {
                threads.execute(() -> {
                    for (int i = 0; i < 1000; i++) {
                        var x = allocate("x", 100 + i);
                        if (i % 2 == 0) {
                            memory.free(x);
                        } else {
                            live.put(x.address(), x);
                        }
                    }
                });
            }
        }

        assertThat(live).hasSize(2000);
        long end = 0;
        for (var x : live.values()) {
            assertThat(x.address()).isGreaterThanOrEqualTo(end);
            end = x.end();
        }
    }
}
