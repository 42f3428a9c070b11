package org.offloadtck.linker.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.RecordingLinker;
import org.offloadtck.linker.device.DeviceLinkers;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.tool.LinkEnvironment;
import org.offloadtck.linker.tool.ProgramSearchPath;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.offload.OffloadBinary;

/// A directory with objects of the corpus in which link commands run.
///
/// @param printed the lines that the commands printed
record LinkDirectory(Path path, List<String> printed) {

    /// A device image: an object for x86-64.
    static final byte[] IMAGE =
            OffloadBinary.parseAll(
                            ObjectBytes.of(
                                    "t19.o",
                                    ElfObject.parse("t19.o", Corpus.bytes("objects/t19.o"))
                                            .section(".llvm.offloading")
                                            .orElseThrow()
                                            .bytes()))
                    .getFirst()
                    .binary()
                    .images()
                    .getFirst()
                    .toByteArray();

    LinkDirectory(Path path) {
        this(path, new ArrayList<>());
    }

    List<LinkDiagnostic> link(String profile, String words) {
        return link(profile, ProgramSearchPath.of(System.getenv().getOrDefault("PATH", "")), words);
    }

    List<LinkDiagnostic> link(String profile, ProgramSearchPath programs, String words) {
        var wrapper =
                new LinkerWrapper(
                        CorpusInputs.profile(profile),
                        new DeviceLinkers(List.of(new RecordingLinker("nvptx64-nvidia-cuda"))));
        return CommandLineLink.run(
                wrapper,
                LinkCommandLine.parse(List.of(words.split(" ", -1))),
                new LinkEnvironment(path, programs, Duration.ofMinutes(1), printed::add));
    }

    void lay(String... objects) {
        for (String object : objects) {
            HostToolchain.write(path.resolve(object), Corpus.bytes("objects/" + object));
        }
    }

    void archive(String name, String... objects) {
        var members =
                Stream.of(objects)
                        .map(object -> ArchiveMember.of(object, Corpus.bytes("objects/" + object)))
                        .toList();
        HostToolchain.write(path.resolve(name), Archive.of(name, members).write());
    }

    Set<String> files() throws IOException {
        try (var files = Files.list(path)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.equals("output.txt"))
                    .collect(Collectors.toSet());
        }
    }
}
