package org.offloadtck.scenario.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.KitCommand;
import org.offloadtck.scenario.slurm.JobScripts.Installation;

/// The scripts are executed by bash, with a program that prints its words in the place of Java.
final class JobScriptsTest {

    @TempDir private Path folder = Path.of("");

    private KitCommand kit() throws IOException {
        var install = Files.createDirectories(folder.resolve("the kit's"));
        Files.writeString(install.resolve("kit.jar"), "jar");
        Files.writeString(install.resolve("kit.aot"), "cache");
        var java = Files.writeString(folder.resolve("java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return new KitCommand(
                java,
                List.of("-XX:AOTCache=" + install.resolve("kit.aot")),
                List.of(install.resolve("kit.jar")),
                List.of("Main"));
    }

    private List<String> execute(String script) throws Exception {
        var file = Files.writeString(folder.resolve("task.sh"), script);
        var builder = new ProcessBuilder("bash", file.toString()).redirectErrorStream(true);
        builder.environment().put("TMPDIR", folder.toString());
        var process = builder.start();
        var words = new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
        assertThat(process.waitFor()).as(String.join("\n", words)).isZero();
        return words;
    }

    @Test
    void aTaskRunsTheShardOfItsIndex() throws Exception {
        var out = new SlurmFolder(folder.resolve("o'ut"));
        var script = new JobScripts(out, kit(), Installation.SHARED).task(List.of("--jobs", "2"));

        assertThat(execute(script))
                .endsWith(
                        "Main",
                        "run",
                        "--plan",
                        out.plan().toString(),
                        "--shard",
                        "auto",
                        "--report",
                        out.root().toString(),
                        "--jobs",
                        "2")
                .contains(folder.resolve("the kit's/kit.jar").toString());
    }

    @Test
    void aCopiedKitIsStartedFromTheNode() throws Exception {
        var scripts = new JobScripts(new SlurmFolder(folder), kit(), Installation.COPIED);

        var first = execute(scripts.collect());
        assertThat(first)
                .noneMatch(word -> word.contains("the kit's"))
                .endsWith("Main", "slurm", "collect", "--resubmit", folder.toString());
        var jar = Path.of(first.get(2));
        assertThat(jar).hasContent("jar");
        assertThat(first.getFirst()).isEqualTo("-XX:AOTCache=" + jar.resolveSibling("kit.aot"));
        assertThat(jar.resolveSibling("kit.aot")).hasContent("cache");
        assertThat(execute(scripts.collect())).isEqualTo(first);
    }

    @Test
    void aKitThatIsNoJarIsNotCopied() throws IOException {
        var kit = kit();
        Files.delete(folder.resolve("the kit's/kit.jar"));

        assertThatThrownBy(() -> new JobScripts(new SlurmFolder(folder), kit, Installation.COPIED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--copy is given when the kit should be a jar");
    }
}
