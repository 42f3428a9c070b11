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

/// A server that nobody started by hand.
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
    void ten_clients_at_once_start_one_server() throws IOException {
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
    void a_killed_server_s_socket_is_taken_over() throws IOException {
        var program = place.compile("starts");
        assertThat(place.run(program)).isEqualTo(DONE);

        ProcessHandle.of(FakeServer.processes(place.socket()).getFirst())
                .ifPresent(ServerStartTest::end);

        assertThat(Files.exists(place.socket())).isTrue();
        assertThat(place.run(program)).isEqualTo(DONE);
        assertThat(FakeServer.processes(place.socket())).hasSize(2);
    }

    @Test
    void a_server_that_is_told_to_end_takes_its_socket_away() throws IOException {
        assertThat(place.run(place.compile("starts"))).isEqualTo(DONE);
        var server = ProcessHandle.of(FakeServer.processes(place.socket()).getFirst());

        assertThat(server.map(ProcessHandle::destroy)).contains(true);
        server.ifPresent(handle -> handle.onExit().join());

        assertThat(Files.exists(place.socket())).isFalse();
    }

    @Test
    void a_client_s_soft_limit_is_not_the_server_s() throws IOException {
        var ended = place.run(place.compile("limited"), "200", "1");

        assertThat(ended).isEqualTo(new NativeProgram.Ended(0, "init: 0\nalloc: 0", ""));
    }

    @Test
    void a_server_that_does_not_start_is_an_error_in_one_line() throws IOException {
        var command = place.driver().resolve("server");
        Files.write(command, List.of("0123456789abcdef", "/bin/false"));

        var ended = place.run(place.compile("limited"), "500", "1");

        assertThat(ended.output()).isEqualTo("init: 802\nalloc: 3");
        assertThat(ended.errors())
                .matches("offload-tck: the device server has not started; \\S+\\.log says why");
    }

    @Test
    void a_folder_without_a_command_is_an_error_in_one_line() throws IOException {
        Files.delete(place.driver().resolve("server"));

        var ended = place.run(place.compile("limited"), "500", "1");

        assertThat(ended.output()).isEqualTo("init: 802\nalloc: 3");
        assertThat(ended.errors())
                .matches(
                        "offload-tck: \\S+/server cannot be read \\(No such file or"
                                + " directory\\).*");
    }

    @Test
    void a_socket_folder_that_others_may_enter_is_refused() throws IOException {
        Files.setPosixFilePermissions(
                place.socket().getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));

        var ended = place.run(place.compile("limited"), "500", "1");

        assertThat(ended.output()).isEqualTo("init: 802\nalloc: 3");
        assertThat(ended.errors())
                .matches("offload-tck: \\S+ should be a folder of this user that nobody else.*");
    }
}
