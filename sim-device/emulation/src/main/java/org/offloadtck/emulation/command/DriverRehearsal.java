package org.offloadtck.emulation.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.offloadtck.command.Rehearsal;
import org.offloadtck.emulation.EmulatedDriver;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverThread;
import org.offloadtck.emulation.api.RunEnd;
import org.offloadtck.emulation.api.RunOpening;
import org.offloadtck.emulation.api.SharedSpace;
import org.offloadtck.emulation.run.RunRegistry;
import org.offloadtck.emulation.server.DeviceServer;
import org.offloadtck.engine.memory.UnifiedMemory;

/// Exercises the emulated driver: a server with one client, and a run that loads an image and
/// launches a kernel.
public final class DriverRehearsal implements Rehearsal {

    private static final int ARENA_BYTES = 1 << 20;

    private static final String KERNEL =
            """
            .version 6.4
            .target sm_75
            .address_size 64
            .visible .entry rehearse(.param .u64 out)
            {
                .reg .pred %p<2>;
                .reg .b32 %r<3>;
                .reg .b64 %rd<4>;
                ld.param.u64 %rd1, [out];
                mov.u32 %r1, %tid.x;
                mul.wide.u32 %rd2, %r1, 4;
                add.s64 %rd3, %rd1, %rd2;
                setp.lt.u32 %p1, %r1, 16;
                @%p1 bra LAST;
                st.global.u32 [%rd3], %r1;
            LAST:
                bar.sync 0;
                ret;
            }
            """;

    @Override
    public void rehearse(Path folder, byte[] image) throws IOException {
        var runs = new RunRegistry();
        var driver = new EmulatedDriver(runs);
        connect(folder.resolve("socket"));
        var options = List.of("--check=leaks", "--report=none");
        if (runs.openRun(options) instanceof RunOpening.Opened(var run, _)) {
            try (var arena = Arena.ofShared();
                    var session =
                            driver.open(
                                    new Client(ProcessHandle.current().pid(), run),
                                    Optional.empty(),
                                    new SharedSpace(
                                            arena.allocate(ARENA_BYTES),
                                            ARENA_BYTES,
                                            UnifiedMemory.NONE));
                    var thread = session.attach()) {
                run(thread, image);
            }
            runs.closeRun(run, RunEnd.EXITED);
        }
    }

    private static void connect(Path socket) throws IOException {
        var log = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
        try (var server = DeviceServer.listen(socket, EmulatedDriver.backend(), log)) {
            var serving = Thread.ofPlatform().daemon().start(() -> server.serve(DeviceServer.IDLE));
            try (var client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                client.connect(UnixDomainSocketAddress.of(socket));
            }
            serving.interrupt();
        }
    }

    private static void run(DriverThread thread, byte[] image) {
        call(thread, DriverFunction.CU_INIT, List.of(0L));
        long context = call(thread, DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, List.of(0L));
        call(thread, DriverFunction.CU_CTX_SET_CURRENT, List.of(context));
        call(thread, DriverFunction.CU_MODULE_LOAD_DATA, List.of(), image);
        long module =
                call(thread, DriverFunction.CU_MODULE_LOAD_DATA, List.of(), KERNEL.getBytes(UTF_8));
        long kernel =
                call(
                        thread,
                        DriverFunction.CU_MODULE_GET_FUNCTION,
                        List.of(module),
                        "rehearse".getBytes(UTF_8));
        long memory = call(thread, DriverFunction.CU_MEM_ALLOC, List.of(256L));
        var parameters = new byte[Long.BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            parameters[i] = (byte) (memory >>> (i * Byte.SIZE));
        }
        call(
                thread,
                DriverFunction.CU_LAUNCH_KERNEL,
                List.of(kernel, 2L, 1L, 1L, 64L, 1L, 1L, 0L, 0L),
                parameters);
        call(thread, DriverFunction.CU_CTX_SYNCHRONIZE, List.of());
    }

    /// @return the first output, or 0
    private static long call(
            DriverThread thread, DriverFunction function, List<Long> arguments, byte[]... buffers) {
        var reply = thread.call(new DriverCall(function, arguments, List.of(buffers)));
        return reply.outputs().isEmpty() ? 0 : reply.outputs().getFirst();
    }
}
