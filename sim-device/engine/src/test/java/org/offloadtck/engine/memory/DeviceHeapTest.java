package org.offloadtck.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class DeviceHeapTest {

    private final GlobalMemory memory = GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto());
    private final DeviceHeap heap = new DeviceHeap(memory, 200);

    @Test
    void givesNoMoreThanItsLimit() {
        assertThat(heap.allocate(64)).isPresent();
        assertThat(heap.allocate(96)).isPresent();
        assertThat(heap.allocate(1)).isEmpty();
        assertThat(heap.used()).isEqualTo(80 + 112);
    }

    @Test
    void countsTheHeadersOfBlocks() {
        heap.allocate(1);
        assertThat(heap.used()).isEqualTo(80);

        heap.allocate(81);
        assertThat(heap.used()).isEqualTo(80 + 112);
    }

    @Test
    void hasNoRoomForABlockOfItsSize() {
        assertThat(heap.allocate(200)).isEmpty();
    }

    @Test
    void refusesSizesThatOverflow() {
        assertThat(heap.allocate(Long.MAX_VALUE)).isEmpty();
        assertThat(heap.allocate(-1)).isEmpty();
    }

    @Test
    void givesNoMoreThanMemoryHas() {
        assertThat(new DeviceHeap(memory, 1L << 40).allocate(2 << 20)).isEmpty();
    }

    @Test
    void takesBackWhatItGave() {
        var block = heap.allocate(176).orElseThrow();

        assertThat(heap.free(block.address())).isTrue();
        assertThat(block.isFreed()).isTrue();
        assertThat(heap.free(block.address())).isFalse();
        assertThat(heap.allocate(176)).isPresent();
    }

    @Test
    void doesNotTakeWhatAnotherGave() {
        var other = memory.allocate("other", 8).orElseThrow();

        assertThat(heap.free(other.address())).isFalse();
        assertThat(other.isFreed()).isFalse();
    }

    @Test
    void clearingFreesWhatIsLeft() {
        var block = heap.allocate(8).orElseThrow();

        heap.clear();

        assertThat(block.isFreed()).isTrue();
        assertThat(heap.used()).isZero();
    }
}
