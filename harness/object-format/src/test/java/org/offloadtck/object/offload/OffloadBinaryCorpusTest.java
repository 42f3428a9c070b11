package org.offloadtck.object.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionType;

/// What LLVM wrote is written back byte for byte.
class OffloadBinaryCorpusTest {

    private static final int NONE = -1;

    static Stream<String> packages() {
        return Corpus.list("objects/p").stream().filter(path -> path.endsWith(".bin"));
    }

    static Stream<String> objects() {
        return Corpus.list("objects/").stream()
                .filter(path -> path.endsWith(".o") || path.contains("/exe"));
    }

    @ParameterizedTest
    @MethodSource("packages")
    void writesEveryPackageAsItWasRead(String path) {
        var bytes = ObjectBytes.of(path, Corpus.bytes(path));

        assertThat(firstChangedByte(bytes)).isEqualTo(NONE);
    }

    @ParameterizedTest
    @MethodSource("objects")
    void writesEveryOffloadingSectionAsItWasRead(String path) {
        var object = ElfObject.parse(path, Corpus.bytes(path));

        assertThat(object.sections(SectionType.LLVM_OFFLOADING))
                .allSatisfy(section ->
                        assertThat(firstChangedByte(section.contents())).isEqualTo(NONE));
    }

    private static int firstChangedByte(ObjectBytes bytes) {
        List<OffloadBinary> binaries =
                OffloadBinary.parseAll(bytes).stream().map(OffloadBinary.Located::binary).toList();
        return Arrays.mismatch(OffloadBinary.writeAll(binaries), bytes.toByteArray());
    }
}
