package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The script `offload-tck`, in a checkout of its own whose Maven always fails.
class LauncherTest {

    @TempDir private Path checkout = Path.of("");

    private Path cache = Path.of("");
    private Path target = Path.of("");

    private record Outcome(int status, String output) {}

    @BeforeEach
    void setUp() throws IOException {
        cache = Files.createDirectories(checkout.resolve("cache"));
        target = Files.createDirectories(checkout.resolve("harness/cli/target"));
        Files.copy(Path.of("..", "..", "offload-tck"), checkout.resolve("offload-tck"));
        for (var folder : List.of(".mvn", "corpus", "sim-device", "bin")) {
            Files.createDirectories(checkout.resolve(folder));
        }
        script(checkout.resolve("bin/mvn"), "exit 1");
        Files.writeString(target.resolve("offload-tck.jar"), "");
        Files.setLastModifiedTime(
                target.resolve("offload-tck.jar"), FileTime.fromMillis(1_000_000));
    }

    private static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// Makes a driver folder and says that it is the last build's.
    private Path driverFolder(Path parent) throws IOException {
        var folder = Files.createDirectories(parent.resolve("offload-tck/driver-1"));
        script(folder.resolve("offload-tck-exec"), "echo \"exec: $*\"; exit 42");
        Files.writeString(target.resolve("driver-path"), folder + "\n");
        return folder;
    }

    private Outcome launch(String... arguments) throws Exception {
        return launch(Map.of("HOME", cache.toString()), arguments);
    }

    /// @param home the variable `HOME`, or nothing
    private Outcome launch(Map<String, String> home, String... arguments) throws Exception {
        var words = Stream.concat(Stream.of(checkout + "/offload-tck"), Stream.of(arguments));
        var builder = new ProcessBuilder(words.toList()).redirectErrorStream(true);
        builder.environment().put("XDG_CACHE_HOME", cache.toString());
        builder.environment().remove("HOME");
        builder.environment().putAll(home);
        builder.environment().merge("PATH", checkout + "/bin", (old, bin) -> bin + ":" + old);
        var process = builder.start();
        var output = process.inputReader().readAllAsString();
        return new Outcome(process.waitFor(), output);
    }

    @Test
    void execStartsTheProgramOfTheDriverFolderAtOnce() throws Exception {
        driverFolder(cache);

        assertThat(launch("exec", "--devices=2", "--", "a b", "-h"))
                .isEqualTo(new Outcome(42, "exec: --devices=2 -- a b -h\n"));
    }

    @Test
    void worksWithoutAHome() throws Exception {
        Files.writeString(checkout.resolve("pom.xml"), "");

        assertThat(launch(Map.of(), "check").output())
                .contains("the build failed")
                .doesNotContain("unbound");
    }

    @Test
    void driverPathPrintsTheFolderAtOnce() throws Exception {
        var folder = driverFolder(cache);

        assertThat(launch("driver-path")).isEqualTo(new Outcome(0, folder + "\n"));
    }

    @Test
    void aFolderOlderThanTheBuildIsNotTaken() throws Exception {
        driverFolder(cache);
        Files.setLastModifiedTime(target.resolve("driver-path"), FileTime.fromMillis(1_000));
        Files.writeString(checkout.resolve("pom.xml"), "");

        assertThat(launch("exec", "--", "ls").output()).contains("the build failed");
    }

    @Test
    void aFolderOfAnotherUserIsNotTaken() throws Exception {
        driverFolder(checkout.resolve("elsewhere"));
        Files.writeString(checkout.resolve("pom.xml"), "");

        assertThat(launch("exec", "--", "ls").output()).contains("the build failed");
    }

    @Test
    void ofTwoStartsAtATimeOneBuilds() throws Exception {
        Files.writeString(checkout.resolve("pom.xml"), "");
        var builds = checkout.resolve("builds");
        var jar = target.resolve("offload-tck.jar");
        script(
                checkout.resolve("bin/mvn"),
                "echo build >>%s; sleep 1; touch %s".formatted(builds, jar));

        try (var pool = Executors.newSingleThreadExecutor()) {
            var other = pool.submit(() -> launch("check"));
            launch("check");
            other.get();
        }

        assertThat(builds).hasContent("build");
    }

    @Test
    void whatTestsLeaveIsNoSource() throws Exception {
        var database = checkout.resolve("harness/cli/.jqwik-database");
        Files.writeString(database, "");
        Files.createDirectories(checkout.resolve("harness/cli/allure-results"));
        Files.writeString(checkout.resolve("harness/cli/allure-results/1.json"), "{}");
        Files.createDirectories(checkout.resolve("harness/cli/offload-tck-report"));
        Files.writeString(checkout.resolve("harness/cli/offload-tck-report/plan.txt"), "");
        var builds = checkout.resolve("builds");
        script(checkout.resolve("bin/mvn"), "echo build >>" + builds);
        Files.writeString(checkout.resolve("pom.xml"), "");
        Files.setLastModifiedTime(checkout.resolve("pom.xml"), FileTime.fromMillis(1_000));

        launch("check");

        assertThat(builds).doesNotExist();
    }
}
