package org.offloadtck.engine.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.decode.ProgramLoader;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.ExecutionStrategy;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.memory.UnifiedMemory;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;

/// Kernels access the memory of a host process: here four pages of this one, the last of them
/// read-only.
class HostPagesTest {

    private static final int PAGE = 4096;
    private static final int THREADS = 64;

    private final MemorySegment pages = Arena.ofAuto().allocate(4 * PAGE, PAGE);
    private final FourPages process = new FourPages(pages);

    private static final class FourPages implements UnifiedMemory {

        private final MemorySegment pages;
        private int reads;
        private int writes;

        FourPages(MemorySegment pages) {
            this.pages = pages;
        }

        private boolean has(long address, long bytes, long size) {
            long offset = address - pages.address();
            return offset >= 0 && offset + bytes <= size;
        }

        @Override
        public boolean isAvailable() {
            return true;
        }

        @Override
        public synchronized boolean read(long address, long place, int bytes) {
            reads++;
            boolean isThere = has(address, bytes, pages.byteSize());
            if (isThere) {
                NativeBytes.copy(address, place, bytes);
            }
            return isThere;
        }

        @Override
        public synchronized boolean write(long address, long place, int bytes) {
            writes++;
            NativeBytes.copy(place, address, bytes);
            return true;
        }

        @Override
        public boolean isWritable(long address) {
            return has(address, 1, 3 * PAGE);
        }

        @Override
        public boolean hasEnded() {
            return false;
        }

        @Override
        public OptionalLong compareAndExchange(long address, int bytes, long expected, long next) {
            long old = NativeBytes.get(address, bytes);
            return OptionalLong.of(
                    NativeBytes.compareAndSet(address, bytes, expected, next) ? expected : old);
        }

        @Override
        public String describe(long address) {
            return "nowhere in the process";
        }
    }

    private void launch(String body, ExecutionStrategy strategy, long argument) {
        try (var arena = Arena.ofShared()) {
            var memory = new GlobalMemory(arena.allocate(16 << 20, PAGE), process);
            var program =
                    ProgramLoader.load(
                            PtxParser.parse("host.ptx", TestDevice.kernel("", body)), memory);
            var limits = LaunchLimits.of(64, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
            var block = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(argument);
            Grid.launch(
                    program,
                    program.functions().getFirst(),
                    LaunchShape.of(4, THREADS),
                    block.array(),
                    LaunchOptions.of(limits, HostThreads.of(2))
                            .withExecutor(strategy)
                            .withHost(HostAccess.CONCURRENT));
        }
    }

    private void launch(String body, long argument) {
        launch(body, ExecutionStrategy.AUTOMATIC, argument);
    }

    private int[] ints(int from, int count) {
        return IntStream.range(from, from + count)
                .map(i -> pages.getAtIndex(ValueLayout.JAVA_INT, i))
                .toArray();
    }

    @Test
    void kernelsLoadAndStoreAcrossPages() {
        int last = PAGE / Integer.BYTES - THREADS / 2;
        IntStream.range(0, THREADS)
                .forEach(i -> pages.setAtIndex(ValueLayout.JAVA_INT, last + i, i));

        launch(
                """
                ld.u32 %r1, [%rd0];
                mad.lo.u32 %r1, %r1, 3, 1;
                st.u32 [%rd0+4096], %r1;
                """,
                pages.address() + 4L * last);

        assertThat(ints(last + 1024, THREADS))
                .isEqualTo(IntStream.range(0, THREADS).map(i -> 3 * i + 1).toArray());
    }

    @Test
    void weakAccessesCopyAPageAtOnce() {
        launch(
                """
                ld.u32 %r1, [%rd0];
                ld.u32 %r2, [%rd0+1024];
                add.u32 %r1, %r1, %r2;
                st.u32 [%rd0+2048], %r1;
                """,
                pages.address());

        assertThat(process.reads).isLessThanOrEqualTo(4);
        assertThat(process.writes).isLessThanOrEqualTo(4);
    }

    /// Each thread stores one byte of four; the host's bytes between them stay.
    @Test
    void onlyStoredBytesAreWritten() {
        pages.fill((byte) 7);

        launch(
                """
                mov.u16 %h1, 9;
                st.u8 [%rd0], %h1;
                """,
                pages.address());

        assertThat(ints(0, THREADS)).containsOnly(0x07070709);
        assertThat(process.writes).isGreaterThanOrEqualTo(THREADS);
    }

    /// A volatile load sees what the host stored after the page was read, and so does a weak one
    /// after it.
    @Test
    void aVolatileLoadReadsAgain() {
        launch(
                """
                ld.u32 %r1, [%rd0];
                mov.u64 %rd1, %rd0;
                st.volatile.u32 [%rd1+4096], %r1;
                atom.add.u32 %r3, [%rd0+8192], 5;
                ld.volatile.u32 %r2, [%rd0+8192];
                st.u32 [%rd0+4096], %r2;
                """,
                pages.address());

        assertThat(ints(1024, THREADS)).doesNotContain(0);
        assertThat(ints(2048, THREADS)).containsOnly(20);
    }

    @Test
    void atomicsOfHostAndDeviceLoseNothing() throws InterruptedException {
        int rounds = 200_000;
        var host =
                Thread.ofPlatform()
                        .start(() -> {
                            for (int i = 0; i < rounds; i++) {
                                add(pages.address());
                            }
                        });
        launch(
                """
                mul.wide.u32 %rd1, %r0, 4;
                sub.u64 %rd1, %rd0, %rd1;
                mov.u32 %r1, 0;
                LOOP:
                atom.add.u32 %r2, [%rd1], 1;
                add.u32 %r1, %r1, 1;
                setp.lt.u32 %p1, %r1, 1000;
                @%p1 bra LOOP;
                """,
                pages.address());
        host.join();

        assertThat(ints(0, 1)).containsExactly(rounds + 4 * THREADS * 1000);
    }

    private static void add(long at) {
        long old = NativeBytes.get4(at);
        while (!NativeBytes.compareAndSet(at, Integer.BYTES, old, old + 1)) {
            old = NativeBytes.get4(at);
        }
    }

    @Test
    void anAddressThatTheProcessLacksIsAFault() {
        long beyond = pages.address() + 64L * PAGE * PAGE;

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> launch("ld.u32 %r1, [%rd0];", beyond))
                .withMessageContaining("load of 4 bytes at 0x%x".formatted(beyond))
                .withMessageContaining("nowhere in the process");
    }

    @Test
    void aStoreToReadOnlyMemoryIsAFault() {
        long constant = pages.address() + 3L * PAGE;

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> launch("st.u32 [%rd0], %r0;", constant))
                .withMessageContaining("store of 4 bytes at 0x%x".formatted(constant));
        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> launch("red.add.u32 [%rd0], 1;", constant))
                .withMessageContaining("atomic of 4 bytes at 0x%x".formatted(constant));
    }
}
