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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.load.ProgramLoader;
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
    private static final long ARENA = 16 << 20;
    private static final int THREADS = 64;

    private final MemorySegment pages = Arena.ofAuto().allocate(4 * PAGE, PAGE);
    private final FourPages process = new FourPages(pages);

    private static final class FourPages implements UnifiedMemory {

        private final MemorySegment pages;
        private int reads;
        private int writes;
        private Runnable answer = () -> {};

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
            if (address == pages.address()) {
                answer.run();
            }
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
            while (!NativeBytes.compareAndSet(address, bytes, expected, next)) {
                long old = NativeBytes.get(address, bytes);
                if (old != expected) {
                    return OptionalLong.of(old);
                }
            }
            return OptionalLong.of(expected);
        }

        @Override
        public String describe(long address) {
            return "nowhere in the process";
        }
    }

    private void launch(String body, int ctas, long argument) {
        try (var arena = Arena.ofShared()) {
            var memory = new GlobalMemory(arena.allocate(ARENA, PAGE), ARENA, process);
            var program =
                    ProgramLoader.load(
                            PtxParser.parse("host.ptx", TestDevice.kernel("", body)), memory);
            var limits = LaunchLimits.of(64, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
            var block = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(argument);
            Grid.launch(
                    program,
                    program.functions().getFirst(),
                    LaunchShape.of(ctas, THREADS),
                    block.array(),
                    LaunchOptions.of(limits, HostThreads.of(2)).withHost(HostAccess.CONCURRENT));
        }
    }

    private void launch(String body, long argument) {
        launch(body, 4, argument);
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

    /// The host answers a store by changing a word that was loaded before.
    @ParameterizedTest
    @ValueSource(strings = {"volatile", "mmio.relaxed.sys"})
    void aStrongStoreIsWrittenBeforeTheNextLoad(String semantics) {
        int answered = PAGE / Integer.BYTES;
        process.answer = () -> pages.setAtIndex(ValueLayout.JAVA_INT, answered, 42);
        launch(
                """
                setp.ne.u32 %%p1, %%r0, 0;
                @%%p1 ret;
                ld.u32 %%r1, [%%rd0+4096];
                st.%s.u32 [%%rd0], %%r1;
                ld.u32 %%r2, [%%rd0+4096];
                st.u32 [%%rd0+8192], %%r2;
                """
                        .formatted(semantics),
                1,
                pages.address());

        assertThat(ints(2 * PAGE / Integer.BYTES, 1)).containsExactly(42);
    }

    /// Another thread's volatile load and a fence order as a volatile store does.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ld.volatile.u32 %r3, [%rd0+64];",
                "ld.mmio.relaxed.sys.u32 %r3, [%rd0+64];",
                "fence.acq_rel.sys;",
                "membar.sys;",
                "atom.acq_rel.sys.add.u32 %r3, [%rd0+64], 1;"
            })
    void instructionsThatOrderMemoryWriteEarlierStores(String ordering) {
        process.answer = () -> pages.setAtIndex(ValueLayout.JAVA_INT, PAGE / Integer.BYTES, 43);
        launch(
                """
                setp.ne.u32 %%p1, %%r0, 0;
                @%%p1 ret;
                ld.u32 %%r1, [%%rd0+4096];
                st.u32 [%%rd0], %%r1;
                %s
                ld.u32 %%r2, [%%rd0+4096];
                st.u32 [%%rd0+8192], %%r2;
                """
                        .formatted(ordering),
                1,
                pages.address());

        assertThat(ints(2 * PAGE / Integer.BYTES, 1)).containsExactly(43);
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
