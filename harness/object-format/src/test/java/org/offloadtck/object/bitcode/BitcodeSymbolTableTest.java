package org.offloadtck.object.bitcode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bitcode.BitcodeSymbol.Flag;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SymbolVisibility;
import org.offloadtck.object.fixture.ByteDamage;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;

final class BitcodeSymbolTableTest {

    private static final String NM = "llvm-nm-22";

    @TempDir private Path folder = Path.of("");

    /// The bitcode images in an object of the corpus.
    private static List<byte[]> bitcode(String object) {
        var carrier =
                ElfObject.parse(object, Corpus.bytes("objects/" + object))
                        .section(".llvm.offloading")
                        .orElseThrow();
        return OffloadBinary.parseAll(carrier.contents()).stream()
                .flatMap(placed -> placed.binary().images().stream())
                .map(OffloadBinary.Image::toByteArray)
                .filter(image -> ImageKind.ofContent(image) == ImageKind.BITCODE)
                .toList();
    }

    private static List<BitcodeSymbol> symbols(String object) {
        var image = bitcode(object).getFirst();
        return BitcodeSymbolTable.read(ObjectBytes.of(object, image)).orElseThrow();
    }

    private static BitcodeSymbol symbol(String object, String name) {
        return symbols(object).stream()
                .filter(symbol -> symbol.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void distinguishesDefinitionsFromReferences() {
        assertThat(symbol("la16b.o", "libf").has(Flag.UNDEFINED)).isFalse();
        assertThat(symbol("lm16b.o", "libf").has(Flag.UNDEFINED)).isTrue();
    }

    @Test
    void readsTheSymbolsOfADeviceFunctionAndAKernel() {
        assertThat(symbol("la16b.o", "libf").visibility()).isEqualTo(SymbolVisibility.HIDDEN);
        assertThat(symbols("la16b.o"))
                .filteredOn(symbol -> symbol.name().startsWith("__omp_offloading_"))
                .singleElement()
                .satisfies(kernel -> {
                    assertThat(kernel.visibility()).isEqualTo(SymbolVisibility.PROTECTED);
                    assertThat(kernel.has(Flag.WEAK)).isTrue();
                    assertThat(kernel.has(Flag.GLOBAL)).isTrue();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"la16b.o", "lm16b.o", "cu16.o", "cu19.o", "cu22.o"})
    void findsTheSymbolsThatNmFinds(String object) throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Stream.of(System.getenv("PATH").split(":", -1))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, NM))),
                NM + " is not on this machine");
        var image = bitcode(object).getFirst();
        var file = Files.write(folder.resolve("image.bc"), image);

        var symbols =
                BitcodeSymbolTable.read(ObjectBytes.of(object, image)).orElseThrow().stream()
                        .filter(symbol ->
                                symbol.has(Flag.GLOBAL) && !symbol.has(Flag.FORMAT_SPECIFIC))
                        .map(symbol ->
                                (symbol.has(Flag.UNDEFINED) ? "undefined " : "defined ")
                                        + symbol.name())
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(symbols).isEqualTo(nm(file));
    }

    /// A line of the POSIX format is `name type value size`; `U` and `w` are references.
    private static Set<String> nm(Path file) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(NM, "--format=posix", "--extern-only", file.toString()).start();
        var lines = process.inputReader().lines().toList();
        assertThat(process.waitFor()).isZero();
        return lines.stream()
                .map(line -> line.split(" ", -1))
                .map(words ->
                        (List.of("U", "w", "v").contains(words[1]) ? "undefined " : "defined ")
                                + words[0])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void returnsNoSymbolsForAModuleWithoutATable() {
        byte[] empty = {'B', 'C', (byte) 0xc0, (byte) 0xde};

        assertThat(BitcodeSymbolTable.read(ObjectBytes.of("empty.bc", empty))).isEmpty();
    }

    @Test
    void readsOrRejectsEveryPrefix() {
        ByteDamage.everyPrefix(bitcode("la16b.o").getFirst())
                .forEach(damage -> damage.assertReadOrRejected(BitcodeSymbolTable::read));
    }

    @Test
    void readsOrRejectsEveryFlippedBit() {
        ByteDamage.everyFlippedBit(bitcode("la16b.o").getFirst())
                .forEach(damage -> damage.assertReadOrRejected(BitcodeSymbolTable::read));
    }
}
