package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.fornwall.jelf.ElfFile;
import net.fornwall.jelf.ElfSymbolTableSection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.elf.model.Section;

/// The independent reader jelf finds the same sections and symbols.
final class ElfParserComparisonTest {

    static List<String> elfFiles() {
        return ElfObjectTest.elfFiles();
    }

    @ParameterizedTest
    @MethodSource("elfFiles")
    void seesTheSameSections(String path) {
        ElfFile other = ElfFile.from(Corpus.bytes(path));
        var theirs = new ArrayList<String>();
        for (int index = 0; index < other.e_shnum; index++) {
            var header = other.getSection(index).header;
            String name = header.getName();
            theirs.add(
                    "%s type %x flags %x at %x, %x bytes, link %d info %d align %d rows %d"
                            .formatted(
                                    name == null ? "" : name,
                                    header.sh_type,
                                    header.sh_flags,
                                    header.sh_addr,
                                    header.sh_size,
                                    header.sh_link,
                                    header.sh_info,
                                    header.sh_addralign,
                                    header.sh_entsize));
        }

        List<String> ours =
                ElfObject.parse(path, Corpus.bytes(path)).sections().stream()
                        .map(ElfParserComparisonTest::words)
                        .toList();

        assertThat(ours).isEqualTo(theirs);
    }

    private static String words(Section section) {
        return "%s type %x flags %x at %x, %x bytes, link %d info %d align %d rows %d"
                .formatted(
                        section.name(),
                        section.type().code(),
                        section.flags(),
                        section.address(),
                        section.size(),
                        section.link(),
                        section.info(),
                        section.alignment(),
                        section.entrySize());
    }

    @ParameterizedTest
    @MethodSource("elfFiles")
    void seesTheSameSymbols(String path) {
        ElfFile other = ElfFile.from(Corpus.bytes(path));
        var theirs = new ArrayList<String>();
        ElfSymbolTableSection table = other.getSymbolTableSection();
        for (var symbol : table.symbols) {
            String name = symbol.getName();
            theirs.add(
                    "%s binding %d type %d visibility %s value %x size %x"
                            .formatted(
                                    name == null ? "" : name,
                                    symbol.getBinding(),
                                    symbol.getType(),
                                    symbol.getVisibility(),
                                    symbol.st_value,
                                    symbol.st_size));
        }

        List<String> ours =
                ElfObject.parse(path, Corpus.bytes(path)).symbols().stream()
                        .map(symbol ->
                                "%s binding %d type %d visibility STV_%s value %x size %x"
                                        .formatted(
                                                symbol.name(),
                                                symbol.binding().code(),
                                                symbol.type().code(),
                                                symbol.visibility(),
                                                symbol.value(),
                                                symbol.size()))
                        .toList();

        assertThat(ours).isEqualTo(theirs);
    }
}
