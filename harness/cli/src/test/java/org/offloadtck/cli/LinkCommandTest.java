package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.corpus.Corpus;

class LinkCommandTest {

    private static final String CLANG = "clang-16";
    private static final Path RUNTIME = Path.of("/usr/lib/llvm-16/lib");

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    private record Outcome(int status, String output) {}

    private int execute(String... arguments) {
        return kit.execute(arguments);
    }

    @Test
    void printsTheCommandsOfADryRun() throws IOException {
        assumeTrue(isHere("ld"), "there is no ld");
        var object = folder.resolve("lm19.o");
        Files.write(object, Corpus.bytes("objects/lm19.o"));

        int status =
                execute(
                        "link",
                        "--profile=llvm-19",
                        "--linker-path=ld",
                        "--dry-run",
                        "-z",
                        "now",
                        "-o",
                        "program",
                        object.toString());

        assertThat(status).as(kit.err()).isZero();
        assertThat(kit.err())
                .contains("-z now -o program program.openmp.image.wrapper.o " + object);
    }

    @Test
    void saysInOneLineWhyALinkIsRefused() {
        assertThat(execute("link", "z.o")).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.err())
                .isEqualToNormalizingNewlines(
                        "error: command line: --linker-path=: is missing, when it should name the"
                                + " host linker\n");
    }

    @Test
    void namesTheProfilesThereAre() {
        assertThat(execute("link", "--profile=llvm-7", "z.o")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .contains("--profile is 'llvm-7' when it should be")
                .contains("llvm-22");
    }

    @Test
    void takesThePlaceOfTheLinkerWrapperOfACompiler() throws Exception {
        assumeTrue(isHere(CLANG), "there is no " + CLANG);
        assumeTrue(Files.exists(RUNTIME.resolve("libomptarget.so")), "there is no libomptarget 16");
        var wrapper = Files.createDirectory(folder.resolve("bin")).resolve("clang-linker-wrapper");
        Files.writeString(
                wrapper,
                """
                #!/bin/sh
                exec '%s' -cp '%s' %s link --profile=llvm-16 "$@"
                """
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                OffloadTck.class.getName()));
        Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (var source : List.of("lm.c", "la.c")) {
            Files.write(folder.resolve(source), Corpus.bytes("objects/" + source));
        }

        var built =
                run(
                        Map.of(),
                        CLANG,
                        "-fopenmp",
                        "-fopenmp-targets=x86_64-pc-linux-gnu",
                        "-B",
                        "bin",
                        "lm.c",
                        "la.c",
                        "-o",
                        "program");
        var ran =
                run(
                        Map.of(
                                "OMP_TARGET_OFFLOAD",
                                "MANDATORY",
                                "LD_LIBRARY_PATH",
                                RUNTIME.toString()),
                        folder.resolve("program").toString());

        assertThat(built.status()).as(built.output()).isZero();
        assertThat(ran.status()).as(ran.output()).isZero();
    }

    private static boolean isHere(String program) {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    private Outcome run(Map<String, String> environment, String... words) throws Exception {
        var builder =
                new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        var process = builder.start();
        var output = process.inputReader().readAllAsString();
        return new Outcome(process.waitFor(), output);
    }
}
