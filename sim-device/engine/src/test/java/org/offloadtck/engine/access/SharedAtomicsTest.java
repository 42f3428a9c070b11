package org.offloadtck.engine.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;

/// Atomics of kernels and of the host on one word of device memory, at the same time.
class SharedAtomicsTest {

    private static final int THREADS = 64;

    /// The kernel adds to the upper half of a word, the host to the low byte, the low half or all.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void additionsOfTheHostAreNotLost(int bytes) throws InterruptedException {
        try (var arena = Arena.ofShared()) {
            var memory = new GlobalMemory(arena.allocate(16 << 20, 256));
            var body =
                    """
                    and.b64 %rd1, %rd0, -256;
                    mov.u32 %r1, 0;
                    LOOP:
                    atom.add.u32 %r2, [%rd1], 65536;
                    atom.inc.u32 %r2, [%rd1+128], 7;
                    add.u32 %r1, %r1, 1;
                    setp.lt.u32 %p1, %r1, 2000;
                    @%p1 bra LOOP;
                    """;
            var program =
                    ProgramLoader.load(
                            PtxParser.parse("shared.ptx", TestDevice.kernel("", body)), memory);
            var word = memory.allocate("word", 256).orElseThrow();
            long place = word.address() + memory.hostOffset();
            var ended = new AtomicBoolean();
            var added = new AtomicLong();
            var host = Thread.ofPlatform().start(() -> added.set(add(place, bytes, ended)));
            Grid.launch(
                    program,
                    program.functions().getFirst(),
                    LaunchShape.of(1, THREADS),
                    ByteBuffer.allocate(8)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(word.address())
                            .array(),
                    LaunchOptions.of(
                                    LaunchLimits.of(
                                            64, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT)),
                                    HostThreads.of(1))
                            .withHost(HostAccess.CONCURRENT));
            ended.set(true);
            host.join();

            long kernels = ((long) THREADS * 2000) << 16;
            long mask = (1L << (Byte.SIZE * bytes)) - 1;
            assertThat(NativeBytes.get(place, bytes)).isEqualTo((kernels + added.get()) & mask);
        }
    }

    private static long add(long place, int bytes, AtomicBoolean ended) {
        long rounds = 0;
        for (; !ended.get(); rounds++) {
            long old = NativeBytes.get(place, bytes);
            while (!NativeBytes.compareAndSet(place, bytes, old, old + 1)) {
                old = NativeBytes.get(place, bytes);
            }
        }
        return rounds;
    }
}
