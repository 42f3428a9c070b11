package org.offloadtck.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.StandalonePrograms;
import org.offloadtck.corpus.Corpus;

/// `offload-tck rehearse-toolkit`: runs the tools of the device toolkit once, while the launcher
/// records their ahead-of-time cache. It is no [RehearseCommand] with an argument, since the cache
/// would contain the classes of command lines, which the tools do not load.
public final class ToolkitRehearsal implements StandalonePrograms {

    /// The PTX of a small program.
    private static final String PROGRAM = "ptx/omp_00_zaxpy.O2.sm75.ptx";

    @Override
    public Optional<StandaloneProgram> startedBy(List<String> words) {
        return words.equals(List.of("rehearse-toolkit"))
                ? Optional.of((_, _, _) -> rehearse())
                : Optional.empty();
    }

    private static int rehearse() {
        try {
            var folder = Files.createTempDirectory("offload-tck-rehearsal-");
            try {
                compile(folder, new PrintWriter(Writer.nullWriter()));
            } finally {
                RehearseCommand.delete(folder);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        return ExitCode.OK;
    }

    /// Assembles and links a program as compilers do.
    ///
    /// @param folder for temporary files
    /// @return the linked image
    static byte[] compile(Path folder, PrintWriter nobody) throws IOException {
        var text =
                Files.writeString(folder.resolve("text"), Corpus.text(PROGRAM), UTF_8).toString();
        var object = folder.resolve("object").toString();
        var image = folder.resolve("image").toString();
        var fat = folder.resolve("fat").toString();
        run(nobody, "ptxas", "-m64", "-O2", "-c", "--gpu-name", "sm_75", "-o", object, text);
        run(nobody, "nvlink", "-arch", "sm_75", "-o", image, object);
        run(nobody, "fatbinary", "-64", "--create", fat, "--image=profile=sm_75,file=" + image);
        return Files.readAllBytes(Path.of(image));
    }

    private static void run(PrintWriter nobody, String... words) {
        var all = List.of(words);
        Commands.standalone(all)
                .ifPresent(program -> program.run(all.subList(1, all.size()), nobody, nobody));
    }
}
