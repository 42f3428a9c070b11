package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers that the client library starts.
class ServerStartTest {

    private static final NativeProgram.Ended DONE = new NativeProgram.Ended(0, "done", "");

    @TempDir Path folder;
    private NativeClientFixture place;

    @BeforeEach
    void prepare() throws IOException {
        place = NativeClientFixture.in(folder, FakeServer.class);
    }

    @AfterEach
    void endServers() throws IOException {
        for (long server : FakeServer.processes(place.socket())) {
            ProcessHandle.of(server).ifPresent(handle -> end(handle));
        }
    }

    private static void end(ProcessHandle server) {
        server.destroyForcibly();
        try {
            server.onExit().join();
        } catch (CompletionException fault) {
            throw new IllegalStateException(fault);
        }
    }

    @Test
    void tenClientsAtOnceStartOneServer() throws IOException {
        var program = place.compile("starts");
        var clients = new ArrayList<NativeProgram>();
        for (int i = 0; i < 10; i++) {
            clients.add(place.start(program));
        }

        for (var client : clients) {
            assertThat(client.await()).isEqualTo(DONE);
        }
        assertThat(FakeServer.processes(place.socket())).hasSize(1);
    }

    @Test
    void aKilledServerSSocketIsTakenOver() throws IOException {
        var program = place.compile("starts");
        assertThat(place.run(program)).isEqualTo(DONE);

        ProcessHandle.of(FakeServer.processes(place.socket()).getFirst())
                .ifPresent(ServerStartTest::end);

        assertThat(Files.exists(place.socket())).isTrue();
        assertThat(place.run(program)).isEqualTo(DONE);
        assertThat(FakeServer.processes(place.socket())).hasSize(2);
    }

    @Test
    void aServerThatIsToldToEndTakesItsSocketAway() throws IOException {
        assertThat(place.run(place.compile("starts"))).isEqualTo(DONE);
        var server = ProcessHandle.of(FakeServer.processes(place.socket()).getFirst());

        assertThat(server.map(ProcessHandle::destroy)).contains(true);
        server.ifPresent(handle -> handle.onExit().join());

        assertThat(Files.exists(place.socket())).isFalse();
    }

    @Test
    void aClientSSoftLimitIsNotTheServerS() throws IOException {
        var ended = place.run(place.compile("limited"), "200", "1");

        assertThat(ended).isEqualTo(new NativeProgram.Ended(0, "init: 0\nalloc: 0", ""));
    }

    @Test
    void aServerThatDoesNotStartIsAnErrorInOneLine() throws IOException {
        var command = place.driver().resolve("server");
        Files.write(command, List.of("0123456789abcdef", "/bin/false"));

        var ended = place.run(place.compile("limited"), "500", "1");

        assertThat(ended.output()).isEqualTo("init: 802\nalloc: 3");
        assertThat(ended.errors())
                .matches("offload-tck: the device server has not started; \\S+\\.log says why");
    }

    @Test
    void aFolderWithoutACommandIsAnErrorInOneLine() throws IOException {
        Files.delete(place.driver().resolve("server"));

        var ended = place.run(place.compile("limited"), "500", "1");

        assertThat(ended.output()).isEqualTo("init: 802\nalloc: 3");
        assertThat(ended.errors())
                .matches(
                        "offload-tck: \\S+/server cannot be read \\(No such file or"
                                + " directory\\).*");
    }

    @Test
    void aSocketFolderThatOthersMayEnterIsRefused() throws IOException {
        Files.setPosixFilePermissions(
                place.socket().getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));

        var ended = place.run(place.compile("limited"), "500", "1");

        assertThat(ended.output()).isEqualTo("init: 802\nalloc: 3");
        assertThat(ended.errors())
                .matches("offload-tck: \\S+ should be a folder of this user that nobody else.*");
    }
}
