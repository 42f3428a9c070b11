package org.offloadtck.linker.relocatable;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.object.elf.ElfObject;

/// Compares the kit's merge of real compilers' objects with that of the machine's linkers.
final class MergeSecondOpinionTest {

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "ld, t16.o i16.o",
        "ld, t19.o i19.o",
        "ld, t22.o i22.o",
        "ld, r22.o i22.o",
        "ld, cu22.o t22.o",
        "ld.lld-16, t16.o i16.o",
        "ld.lld-19, t19.o i19.o",
        "ld.lld-22, t22.o i22.o",
    })
    void mergesAsTheLinkersDo(String linker, String objects) {
        HostToolchain.assume(linker);
        List<String> names = Arrays.asList(objects.split(" ", -1));

        var ours =
                RelocatableMerge.merge(
                        "merged.o", names.stream().map(CorpusInputs::object).toList());
        var theirs = theirs(linker, names);

        assertThat(picture(ours)).isNotEmpty().containsExactlyElementsOf(picture(theirs));
    }

    private static List<String> picture(ElfObject object) {
        return new ObjectSummary(object, UnaryOperator.identity()).lines();
    }

    private ElfObject theirs(String linker, List<String> names) {
        var command = new ArrayList<>(List.of(linker, "-r", "-o", "theirs.o"));
        for (String name : names) {
            HostToolchain.write(folder.resolve(name), Corpus.bytes("objects/" + name));
            command.add(name);
        }
        HostToolchain.succeed(HostToolchain.run(folder, command.toArray(String[]::new)));
        return ElfObject.parse("theirs.o", HostToolchain.read(folder.resolve("theirs.o")));
    }
}
