package org.offloadtck.linker.relocatable;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.object.elf.ElfObject;

/// Compares the kit's relocatable link with that of real linker wrappers. A script in place of
/// their host linker saves the linker's inputs and its output before the wrapper renames sections.
final class RealRelocatableLinkTest {

    private static final String KEEPING_LINKER =
            """
            #!/bin/sh
            ld "$@" || exit
            for argument in "$@"; do
                case $argument in *.image.wrapper*.o) cp "$argument" wrapper.o ;; esac
            done
            cp product.o linked.o
            """;

    @TempDir static Path parent;

    private static final Map<String, ElfObject> PRODUCTS = new HashMap<>();

    private Path folder = parent;

    /// The product of the wrapper of that version for the object of its edition; computed once.
    private ElfObject product(String version) {
        folder = parent.resolve(version);
        return PRODUCTS.computeIfAbsent(version, this::make);
    }

    private ElfObject make(String version) {
        assertThat(folder.toFile().mkdir()).isTrue();
        String tool = "clang-linker-wrapper-" + version;
        HostToolchain.assume(tool);
        HostToolchain.assume("ld");
        var script = HostToolchain.write(folder.resolve("ld.sh"), KEEPING_LINKER.getBytes(UTF_8));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        String object = "t%s.o".formatted(version);
        HostToolchain.write(folder.resolve(object), Corpus.bytes("objects/" + object));
        HostToolchain.succeed(
                HostToolchain.run(
                        folder,
                        tool,
                        "--host-triple=x86_64-pc-linux-gnu",
                        "--linker-path=" + script,
                        "-r",
                        "-o",
                        "product.o",
                        object));
        return kept("product.o");
    }

    private ElfObject kept(String name) {
        return ElfObject.parse(name, HostToolchain.read(folder.resolve(name)));
    }

    private static RelocatableLink link(String version) {
        return new RelocatableLink(CorpusInputs.profile("llvm-" + version));
    }

    private static List<String> picture(ElfObject object) {
        return new ObjectSummary(object, UnaryOperator.identity()).lines();
    }

    @ParameterizedTest(name = "clang-linker-wrapper-{0}")
    @CsvSource({"19, omp_offloading_entries", "22, llvm_offload_entries"})
    void theSuffixIsTheHashOfTheLinkersOutput(String version, String entries) {
        var product = product(version);

        String suffix = LinkerOutputHash.of(kept("linked.o").write()).suffix();

        assertThat(product.section(entries + suffix)).isPresent();
        assertThat(product.symbol("__start_" + entries + suffix)).isPresent();
    }

    @ParameterizedTest(name = "clang-linker-wrapper-{0}")
    @CsvSource({"16", "19", "22"})
    void makesOfTheLinkersOutputWhatTheRealWrapperMakes(String version) {
        var product = product(version);

        var ours = link(version).finish(kept("linked.o"));

        assertThat(picture(ours.elf())).containsExactlyElementsOf(picture(product));
    }

    @ParameterizedTest(name = "clang-linker-wrapper-{0}")
    @CsvSource({"16", "19", "22"})
    void linksWhatTheRealWrapperLinksButForTheSuffix(String version) {
        var product = product(version);

        var ours =
                link(version)
                        .offload(
                                "ours.o",
                                List.of(kept("wrapper.o")),
                                List.of(CorpusInputs.object("t%s.o".formatted(version))));

        assertThat(lines(ours.elf())).containsExactlyElementsOf(lines(product));
    }

    /// The lines with all suffixes made equal: the linkers' outputs differ in the order of tables,
    /// and so do their hashes.
    private static List<String> lines(ElfObject object) {
        return new ObjectSummary(object, name -> name.replaceFirst("_[0-9a-f]{8,16}$", "_hash"))
                .lines();
    }

    @Test
    void theHashOfADryRunIsThatOfNothing() {
        assertThat(LinkerOutputHash.of(new byte[0]).suffix()).isEqualTo("_4b2008fd98c1dd4");
    }
}
