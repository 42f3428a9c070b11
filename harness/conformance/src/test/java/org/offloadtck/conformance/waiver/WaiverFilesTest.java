package org.offloadtck.conformance.waiver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;

class WaiverFilesTest {

    private static final Catalogue CATALOGUE =
            Catalogue.load(
                    SpecificationFolder.ofResources(
                            WaiverFilesTest.class.getClassLoader(), "corpus/spec"));

    private static final String WAIVER =
            """
            - id: W1
              results: "zaxpy.*/llvm-16/* -> */opencl:*"
              reason: the device rounds twice
              owner: someone
              issue: https://example.org/1
              expires: "2026-12-31"
            """;

    private static final String EXCLUSION =
            """
            - id: E1
              editions: [llvm-16, llvm-19]
              requirements: [KL-01]
              scenarios: ["zaxpy.*"]
              reason: the edition has no such clause
            """;

    @Test
    void readsWaiversOfAllFiles() {
        assertThat(waivers(WAIVER, WAIVER.replace("W1", "W2")).waivers())
                .extracting(Waiver::id)
                .containsExactly("W1", "W2");
    }

    @Test
    void readsExclusions() {
        assertThat(exclusions(EXCLUSION).exclusions())
                .containsExactly(
                        new Exclusion(
                                "E1",
                                List.of("llvm-16", "llvm-19"),
                                List.of("KL-01"),
                                List.of("zaxpy.*"),
                                "the edition has no such clause"));
    }

    @Test
    void refusesADayThatIsNone() {
        assertThatThrownBy(() -> waivers(WAIVER.replace("12-31", "13-31")))
                .hasMessage(
                        "1.yaml: W1: expires is '2026-13-31' when it should be a day as"
                                + " 2026-12-31");
    }

    @Test
    void refusesAnOwnerOfBlanks() {
        assertThatThrownBy(() -> waivers(WAIVER.replace("someone", "' '")))
                .hasMessage("1.yaml: W1: owner is empty when it should be a text");
    }

    @Test
    void refusesAnIdThatAnotherFileHas() {
        assertThatThrownBy(() -> waivers(WAIVER, WAIVER))
                .hasMessage(
                        "2.yaml: W1: id is that of an earlier row of 1.yaml when it should be its"
                                + " own");
    }

    @Test
    void refusesAnEditionThatTheCatalogueDoesNotHave() {
        assertThatThrownBy(() -> exclusions(EXCLUSION.replace("llvm-19", "llvm-9")))
                .hasMessageStartingWith(
                        "1.yaml: E1: editions is 'llvm-9' when it should be one of documented");
    }

    @Test
    void refusesARequirementThatTheCatalogueDoesNotHave() {
        assertThatThrownBy(() -> exclusions(EXCLUSION.replace("KL-01", "KL-1")))
                .hasMessageStartingWith(
                        "1.yaml: E1: requirements is 'KL-1' when it should be one of ");
    }

    @Test
    void refusesAnExclusionOfNothing() {
        var nothing = EXCLUSION.replace("[KL-01]", "[]").replace("[\"zaxpy.*\"]", "[]");

        assertThatThrownBy(() -> exclusions(nothing))
                .hasMessage(
                        "1.yaml: E1: requirements and scenarios are empty when one of them should"
                                + " name what to exclude");
    }

    @ParameterizedTest
    @MethodSource("files")
    void survivesEveryPrefix(String file, Consumer<String> reader) {
        for (int length = 0; length < file.length(); length++) {
            survives(reader, file.substring(0, length));
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void survivesEveryFlippedBit(String file, Consumer<String> reader) {
        var sound = file.getBytes(ISO_8859_1);
        for (int bit = 0; bit < sound.length * Byte.SIZE; bit++) {
            var damaged = sound.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            survives(reader, new String(damaged, ISO_8859_1));
        }
    }

    static Stream<Arguments> files() {
        Consumer<String> waivers = text -> waivers(text);
        Consumer<String> exclusions = text -> exclusions(text);
        return Stream.of(Arguments.of(WAIVER, waivers), Arguments.of(EXCLUSION, exclusions));
    }

    private static void survives(Consumer<String> reader, String text) {
        assertThatCode(
                        () -> {
                            try {
                                reader.accept(text);
                            } catch (DataException problem) {
                                assertThat(problem).hasMessageMatching("(?s)1\\.yaml: [^\\n]+: .+");
                            }
                        })
                .as(text)
                .doesNotThrowAnyException();
    }

    private static Waivers waivers(String... files) {
        return Waivers.load(texts(files));
    }

    private static Exclusions exclusions(String... files) {
        return Exclusions.load(texts(files), CATALOGUE);
    }

    private static List<DataText> texts(String... files) {
        return IntStream.range(0, files.length)
                .mapToObj(i -> new DataText("%d.yaml".formatted(i + 1), files[i]))
                .toList();
    }
}
