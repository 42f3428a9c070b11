package org.offloadtck.emulation.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DriverBackend;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverParameter;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.DriverSession;
import org.offloadtck.emulation.api.DriverThread;
import org.offloadtck.emulation.api.RunBackend;
import org.offloadtck.emulation.api.RunClosing;
import org.offloadtck.emulation.api.RunOpening;

/// A driver that computes nothing: it says what it was asked, and answers every call with numbers a
/// test can foretell. Memory is handed out and never taken back; `cuCtxSynchronize` is a kernel
/// that never ends.
final class FakeDriver implements RunBackend, DriverBackend {

    /// First address of a session's memory.
    static final long BASE = 0x2000_0000_0000L;

    /// The first output number of every call; the next ones follow.
    static final long FIRST_OUTPUT = 7000;

    final List<DriverCall> calls = new ArrayList<>();
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger interrupted = new AtomicInteger();
    final CountDownLatch waiting = new CountDownLatch(1);

    /// The backend of a server with this driver.
    DeviceBackend backend() {
        return new DeviceBackend(this, List.of(new DriverService(this)));
    }

    @Override
    public long arenaBytes(Client client) {
        return 1L << 36;
    }

    @Override
    public DriverSession open(Client client, MemorySegment arena) {
        open.incrementAndGet();
        return new FakeSession(arena);
    }

    @Override
    public RunOpening openRun(List<String> options) {
        return options.contains("--bad")
                ? new RunOpening.Refused("unknown option --bad\n", 2)
                : new RunOpening.Opened("run-of-" + String.join("-", options), "");
    }

    @Override
    public RunClosing closeRun(String run) {
        return new RunClosing("report of " + run + "\n", "", "", run.contains("fail") ? 1 : 0);
    }

    synchronized List<DriverCall> recorded() {
        return List.copyOf(calls);
    }

    private synchronized void record(DriverCall call) {
        calls.add(call);
    }

    private final class FakeSession implements DriverSession {

        private final MemorySegment arena;
        private final AtomicLong top = new AtomicLong();
        private final CountDownLatch closed = new CountDownLatch(1);

        FakeSession(MemorySegment arena) {
            this.arena = arena;
        }

        @Override
        public DriverThread attach() {
            return new FakeThread(this);
        }

        @Override
        public long arenaTop() {
            return top.get();
        }

        @Override
        public void close() {
            closed.countDown();
            open.decrementAndGet();
        }

        DriverReply neverEnding() {
            waiting.countDown();
            try {
                closed.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            interrupted.incrementAndGet();
            return DriverReply.of(DriverResult.DEINITIALIZED);
        }

        DriverReply allocate(long size) {
            long address = BASE + top.getAndAdd(size + 255 & -256);
            return DriverReply.success(address);
        }

        DriverReply fill(long address, byte value, long size) {
            arena.asSlice(address - BASE, size).fill(value);
            return DriverReply.success();
        }
    }

    private final class FakeThread implements DriverThread {

        private final FakeSession session;

        FakeThread(FakeSession session) {
            this.session = session;
        }

        @Override
        public DriverReply call(DriverCall call) {
            record(call);
            return switch (call.function()) {
                case CU_CTX_SYNCHRONIZE -> session.neverEnding();
                case CU_MEM_ALLOC, CU_MEM_ALLOC_HOST, CU_MEM_ALLOC_MANAGED ->
                        session.allocate(call.argument(0));
                case CU_MEMSET_D8 ->
                        session.fill(call.argument(0), (byte) call.argument(1), call.argument(2));
                case CU_MODULE_GET_FUNCTION ->
                        DriverReply.success(FIRST_OUTPUT).withBuffers(layout(0, 8, 8, 4, 16, 8));
                case CU_CTX_SET_LIMIT -> DriverReply.success().printing("printed\n", "traced\n");
                case CU_DEVICE_GET ->
                        call.argument(0) < 0
                                ? DriverReply.of(DriverResult.INVALID_DEVICE)
                                : DriverReply.success(call.argument(0));
                case CU_CTX_SET_CURRENT -> throw new IllegalStateException("a planted fault");
                default -> foretold(call.function());
            };
        }

        @Override
        public void close() {}
    }

    static byte[] layout(int... offsetsAndSizes) {
        var bytes = ByteBuffer.allocate(4 * offsetsAndSizes.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int each : offsetsAndSizes) {
            bytes.putInt(each);
        }
        return bytes.array();
    }

    /// Outputs 7000, 7001, …, and each buffer `buffer of SYMBOL`.
    private static DriverReply foretold(DriverFunction function) {
        var numbers = new ArrayList<Long>();
        var buffers = new ArrayList<byte[]>();
        for (var parameter : function.parameters()) {
            if (parameter.direction() == DriverParameter.Direction.OUT) {
                if (parameter.isBuffer()) {
                    buffers.add(("buffer of " + function.symbol()).getBytes(UTF_8));
                } else {
                    numbers.add(FIRST_OUTPUT + numbers.size());
                }
            }
        }
        return new DriverReply(DriverResult.SUCCESS, numbers, buffers, "", "");
    }
}
