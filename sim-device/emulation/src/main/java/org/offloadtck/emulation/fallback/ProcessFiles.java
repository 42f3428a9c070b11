package org.offloadtck.emulation.fallback;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.emulation.unified.ProcessMappings;

/// The program of a running process and the libraries that are mapped into it. They are opened
/// while the process runs, so that they can be read after it has ended and its files were deleted
/// or replaced. The owner closes them.
///
/// Libraries in the folders of the system are not among them, nor are those that the process maps
/// later.
public final class ProcessFiles implements AutoCloseable {

    /// Those of a process whose files are of no interest.
    public static final ProcessFiles NONE = new ProcessFiles(Path.of(""), List.of(), "");

    /// Largest file that is read, in bytes: the device server holds it as a whole.
    private static final long LARGEST = 256L << 20;

    /// Folders that the dynamic linker searches by default, with Debian's for several architectures
    /// (ld.so(8)).
    private static final Set<Path> SYSTEM =
            Set.of(
                    Path.of("/lib"),
                    Path.of("/lib64"),
                    Path.of("/usr/lib"),
                    Path.of("/usr/lib64"),
                    Path.of("/lib/x86_64-linux-gnu"),
                    Path.of("/usr/lib/x86_64-linux-gnu"));

    private static final String POLICY = "OMP_TARGET_OFFLOAD=";

    private final Path program;
    private final List<OpenFile> files;
    private final String policy;

    /// @param owner for messages: `the program`, `the library libx.so`
    private record OpenFile(String owner, FileChannel channel) {

        static Stream<OpenFile> of(String owner, Path file) {
            try {
                return Stream.of(new OpenFile(owner, FileChannel.open(file)));
            } catch (IOException _) {
                return Stream.empty();
            }
        }

        Stream<ImageFile> images() {
            try {
                return channel.size() > LARGEST
                        ? Stream.empty()
                        : ImageFile.of(owner, Channels.newInputStream(channel).readAllBytes());
            } catch (IOException _) {
                return Stream.empty();
            }
        }
    }

    private ProcessFiles(Path program, List<OpenFile> files, String policy) {
        this.program = program;
        this.files = List.copyOf(files);
        this.policy = policy;
    }

    /// Opens the files of a process. Those that this process may not read are left out.
    ///
    /// @param process its id; it runs until the call returns
    public static ProcessFiles of(long process) {
        var facts = Path.of("/proc", Long.toString(process));
        var program = target(facts.resolve("exe"));
        var files = new ArrayList<>(OpenFile.of(ImageFile.PROGRAM, facts.resolve("exe")).toList());
        ProcessMappings.of(process).codeFiles().stream()
                .filter(file -> !file.equals(program) && !SYSTEM.contains(file.getParent()))
                .flatMap(file ->
                        OpenFile.of(
                                ImageFile.library(file),
                                facts.resolve("root").resolve(Path.of("/").relativize(file))))
                .forEach(files::add);
        return new ProcessFiles(program, files, policy(facts.resolve("environ")));
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException _) {
            return Path.of("");
        }
    }

    private static String policy(Path environment) {
        try {
            var variables = Files.readString(environment, ISO_8859_1).split("\0");
            return Stream.of(variables)
                    .filter(variable -> variable.startsWith(POLICY))
                    .map(variable -> variable.substring(POLICY.length()))
                    .findFirst()
                    .orElse("");
        } catch (IOException _) {
            return "";
        }
    }

    /// Whether the process executes the program of a run.
    public boolean areOf(ExecutedProgram executed) {
        return executed.file().filter(this::isProgram).isPresent();
    }

    private boolean isProgram(Path file) {
        try {
            return Files.isSameFile(file, program);
        } catch (IOException _) {
            return false;
        }
    }

    /// The value of `OMP_TARGET_OFFLOAD` that the process started with; empty if it was not set.
    String policy() {
        return policy;
    }

    /// Those with device images. May be called once.
    List<ImageFile> withImages() {
        return files.stream().flatMap(OpenFile::images).toList();
    }

    @Override
    public void close() {
        for (var file : files) {
            try {
                file.channel().close();
            } catch (IOException _) {
                // Nothing was written: the descriptor is released all the same.
            }
        }
    }
}
