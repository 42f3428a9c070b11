package org.offloadtck.object.ir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.NotEmpty;

/// Printed modules are read back; the tests have a printer of their own.
class IrReaderProperties {

    @Property(seed = "20261121", tries = 300)
    void readsBackANameOfAnyCharacters(@ForAll @NotEmpty String name) {
        var module = SampleModules.ir("@%s = global i8 0".formatted(quoted(name)));

        assertThat(module.symbols())
                .extracting(ModuleSymbol::name)
                .containsExactly(new String(name.getBytes(UTF_8), UTF_8));
    }

    @Property(seed = "20261121", tries = 300)
    void readsBackLinkageAndVisibilityOfAVariable(
            @ForAll Linkage linkage, @ForAll("visibilities") Visibility visibility) {
        var line = "@a = %s %s global i8 0".formatted(linkage.keyword(), visibility.keyword());
        var symbol = SampleModules.ir(line).symbols().getFirst();

        assertThat(symbol.linkage()).isEqualTo(linkage);
        assertThat(symbol.visibility()).isEqualTo(visibility);
    }

    @Property(seed = "20261121", tries = 300)
    void readsBackARowOfOffloadInfo(
            @ForAll int device, @ForAll int line, @ForAll @NotEmpty String parent) {
        var module =
                SampleModules.ir(
                        "!omp_offload.info = !{!7}\n!7 = !{i32 0, i32 %d, i32 1, !%s, i32 %d, i32 0, i32 2}"
                                .formatted(device, quoted(parent), line));

        assertThat(module.offloadInfo())
                .containsExactly(
                        new OffloadInfo.Region(
                                Integer.toUnsignedLong(device),
                                1,
                                new String(parent.getBytes(UTF_8), UTF_8),
                                Integer.toUnsignedLong(line),
                                0,
                                OffloadInfo.Operands.SEVEN,
                                2));
    }

    @Provide
    static Arbitrary<Visibility> visibilities() {
        return Arbitraries.of(Visibility.DEFAULT, Visibility.PROTECTED, Visibility.HIDDEN);
    }

    /// Prints a name as LLVM does: every byte other than letters, digits and spaces in hexadecimal.
    private static String quoted(String name) {
        var bytes = name.getBytes(UTF_8);
        return IntStream.range(0, bytes.length)
                .mapToObj(i -> escaped(bytes[i]))
                .collect(Collectors.joining("", "\"", "\""));
    }

    private static String escaped(byte code) {
        boolean plain = code == ' ' || (code > 0 && Character.isLetterOrDigit(code));
        return plain
                ? String.valueOf((char) code)
                : "\\" + HexFormat.of().withUpperCase().toHexDigits(code);
    }
}
