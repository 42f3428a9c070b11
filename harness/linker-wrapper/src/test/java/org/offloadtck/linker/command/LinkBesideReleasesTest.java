package org.offloadtck.linker.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.object.elf.ElfObject;

/// Compares links by command line with the `clang-linker-wrapper` of each installed release.
final class LinkBesideReleasesTest {

    @TempDir private Path path;

    private Optional<LinkDirectory> folder = Optional.empty();

    private LinkDirectory folder() {
        folder = folder.or(() -> Optional.of(new LinkDirectory(path)));
        return folder.orElseThrow();
    }

    @ParameterizedTest(name = "LLVM {0}")
    @ValueSource(strings = {"16", "19", "22"})
    void printsTheHostLinkThatTheReleasePrints(String release) {
        String tool = "clang-linker-wrapper-" + release;
        HostToolchain.assume(tool);
        HostToolchain.assume("ld");
        folder().lay("lm%s.o".formatted(release));
        folder().archive("lib.a", "la%s.o".formatted(release), "lb%s.o".formatted(release));
        String line =
                ("--host-triple=x86_64-pc-linux-gnu --linker-path=%s --dry-run --save-temps -pie"
                                + " --hash-style=gnu -m elf_x86_64 -o program lm%s.o lib.a -z now"
                                + " -rpath /a")
                        .formatted(HostToolchain.find("ld").orElseThrow(), release);

        folder().link("llvm-" + release, line);

        var theirs =
                HostToolchain.succeed(
                        HostToolchain.run(
                                path,
                                Stream.concat(Stream.of(tool), words(line))
                                        .toArray(String[]::new)));
        assertThat(folder().printed().getLast()).isEqualTo(theirs.lines().toList().getLast());
    }

    private static Stream<String> words(String line) {
        return Stream.of(line.split(" ", -1));
    }

    /// Without the bitcode of the wrapper module, which the kit does not write.
    @ParameterizedTest(name = "LLVM {0}")
    @ValueSource(strings = {"16", "19", "22"})
    void keepsTheFilesThatTheReleaseKeeps(String release) throws IOException {
        String tool = "clang-linker-wrapper-" + release;
        HostToolchain.assume(tool);
        HostToolchain.assume("ld");
        HostToolchain.assume("cc");
        folder().lay("lm%s.o".formatted(release));
        folder().archive("lib.a", "la%s.o".formatted(release), "lb%s.o".formatted(release));
        var before = folder().files();
        String line =
                "--host-triple=x86_64-pc-linux-gnu --linker-path=%s --save-temps -r -o program lm%s.o lib.a"
                        .formatted(HostToolchain.find("ld").orElseThrow(), release);
        folder().link("llvm-" + release, line);
        var ours = folder().files();
        for (String file : ours) {
            if (!before.contains(file)) {
                Files.delete(path.resolve(file));
            }
        }

        HostToolchain.succeed(
                HostToolchain.run(
                        path, Stream.concat(Stream.of(tool), words(line)).toArray(String[]::new)));

        var theirs =
                folder().files().stream()
                        .filter(name -> !name.endsWith(".wrapper.bc"))
                        .collect(Collectors.toSet());
        assertThat(ours).isEqualTo(theirs);
    }

    /// As clang-linker-wrapper 19 names them: the first eight bytes of the digest, as a
    /// little-endian number.
    @Test
    void namesEntriesByTheDigestOfWhatTheLinkerWrote() throws GeneralSecurityException {
        HostToolchain.assume("ld");
        folder().lay("lm19.o", "la19.o");
        HostToolchain.write(path.resolve("image"), LinkDirectory.IMAGE);

        folder().link(
                        "llvm-19",
                        "--linker-path=ld --save-temps --override-image=openmp=image -r -o program"
                                + " lm19.o la19.o");
        HostToolchain.succeed(
                HostToolchain.run(
                        path,
                        "ld",
                        "-r",
                        "-o",
                        "again",
                        "program.openmp.image.wrapper.o",
                        "lm19.o",
                        "la19.o"));

        byte[] digest =
                MessageDigest.getInstance("MD5").digest(HostToolchain.read(path.resolve("again")));
        long suffix = ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getLong();
        var product = ElfObject.parse("program", HostToolchain.read(path.resolve("program")));
        assertThat(product.section("omp_offloading_entries_" + Long.toHexString(suffix)))
                .isPresent();
    }
}
