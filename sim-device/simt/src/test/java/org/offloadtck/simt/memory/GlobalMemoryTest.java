package org.offloadtck.simt.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.offloadtck.simt.memory.Allocation.Access;

class GlobalMemoryTest {

    private final GlobalMemory memory = GlobalMemory.ofCapacity(64 << 20);

    private Allocation allocate(String name, long size) {
        return memory.allocate(name, size, Access.READ_WRITE).orElseThrow();
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
        assertThat(memory.describe(x.address() - 4)).startsWith("4 bytes before 'x'");
        assertThat(memory.describe(x.end() - 2)).startsWith("partly in, by 2 bytes, 'x'");
    }

    @Test
    void aFreedRangeIsRememberedAndNotUsedAgainAtOnce() {
        var x = allocate("x", 64);
        memory.free(x);

        assertThat(memory.find(x.address(), 1)).isEmpty();
        assertThat(memory.allocationAt(x.address())).isEmpty();
        assertThat(memory.describe(x.address() + 8))
                .isEqualTo("8 bytes into " + x + ", which is freed");
        assertThat(allocate("y", 64).address()).isNotEqualTo(x.address());
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

        assertThat(memory.allocate("rest", chunk, Access.READ_WRITE)).isPresent();
    }

    @Test
    void hasNoRoomBeyondItsCapacity() {
        assertThat(memory.allocate("all", 64 << 20, Access.READ_WRITE)).isEmpty();
        assertThat(memory.allocate("huge", Long.MAX_VALUE, Access.READ_WRITE)).isEmpty();
        assertThat(memory.allocate("negative", -1, Access.READ_WRITE)).isEmpty();
    }
}
