package org.offloadtck.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.Rehearsal;
import org.offloadtck.command.Subcommand;
import org.offloadtck.corpus.Corpus;
import picocli.CommandLine.Command;

/// `offload-tck rehearse`: executes common work once, while the launcher records the ahead-of-time
/// cache. Work that is not rehearsed starts more slowly.
@Command(
        name = "rehearse",
        hidden = true,
        description = "Executes common work once, for the ahead-of-time cache.")
public final class RehearseCommand implements Subcommand {

    /// A kernel of a thousand instructions.
    private static final String KERNEL = "ptx/omp_08_math.O2.sm75.ptx";

    /// Objects and a program of the oldest and the newest clang: entries, images and registration.
    private static final List<String> CHECKED =
            List.of(
                    "objects/z16.o",
                    "objects/t16.o",
                    "objects/t19.o",
                    "objects/t22.o",
                    "objects/exe16",
                    "objects/exe22");

    @Override
    public Integer call() throws IOException {
        var nobody = new PrintWriter(Writer.nullWriter());
        OffloadTck.commandLine().setOut(nobody).setErr(nobody).execute("devices");
        var folder = Files.createTempDirectory("offload-tck-rehearsal-");
        try {
            simulate(folder, nobody);
            check(folder, nobody);
            var image = ToolkitRehearsal.compile(folder, nobody);
            for (var rehearsal : ServiceLoader.load(Rehearsal.class)) {
                rehearsal.rehearse(folder, image);
            }
        } finally {
            delete(folder);
        }
        return ExitCode.OK;
    }

    /// Runs a kernel that has most kinds of instructions.
    private static void simulate(Path folder, PrintWriter nobody) throws IOException {
        var text = Files.writeString(folder.resolve("kernel"), Corpus.text(KERNEL), UTF_8);
        var words =
                new String[] {
                    "simulate",
                    text.toString(),
                    "--grid=2",
                    "--block=128",
                    "--arg=256",
                    "--arg=x=f32[256]:seed=1",
                    "--arg=y=f64[256]:seed=2"
                };
        OffloadTck.commandLine(words).setOut(nobody).setErr(nobody).execute(words);
    }

    private static void check(Path folder, PrintWriter nobody) throws IOException {
        var words = new ArrayList<String>(List.of("check"));
        for (var object : CHECKED) {
            var file = folder.resolve("checked-" + words.size());
            words.add(Files.write(file, Corpus.bytes(object)).toString());
        }
        OffloadTck.commandLine()
                .setOut(nobody)
                .setErr(nobody)
                .execute(words.toArray(String[]::new));
    }

    static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
