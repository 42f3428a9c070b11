package org.offloadtck.conformance.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.conformance.classification.Classification;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.document.DocumentSection;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.trace.DeviationsPage;
import org.offloadtck.data.Problem;

/// The catalogue the kit ships, and the saved documents it is drawn from. A new row without
/// `sha256` fails here, and the failure says it.
class ShippedCatalogueTest {

    @Test
    void holdsRequirementsOfTheFirstStage() {
        assertThat(shipped().requirement("OE-01")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"design-2024-blame", "design-2024-xref", "design-22"})
    void readsOneSentenceOutOfEveryViewOfTheDesign(String document) {
        var sentence =
                "The constructor is explicitly defined in ``.text.startup`` section and is run once"
                        + " when the program starts.";

        assertThat(shipped().document(document).orElseThrow().sectionsWith(sentence))
                .containsExactly("Global Constructor and Destructor");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "design-2024-blame | Relocatable Linking   | it will simply merge the"
                        + " .llvm.offloading sections which will then be linked later",
                "design-2024-blame | Creating Fat Objects  | into the .llvm.offloading section"
                        + " using a special binary format",
                "design-2024-xref  | Structure Types       | The device image structure stores a"
                        + " single linked device image and its associated offloading entries.",
                "design-2024-xref  | Offload Device Compilation | -fopenmp-is-target-device flag to"
                        + " the front-end. We use the host bitcode",
                "design-22         | Structure Types       | Array of device images (1 per dev."
                        + " type)",
                "indirect          | Run-time dispatch in device code | Device RTLs must provide"
                        + " the translation API:",
                "rfc-drop-targets  | Problem description   | The clang front-end adds offload"
                        + " initialization code to each host object",
                "kit               | Damaged input         | with the source, the offset and the"
                        + " broken rule"
            })
    void findsASentenceAcrossLineEnds(String document, String section, String sentence) {
        assertThat(shipped().document(document).orElseThrow().sectionsWith(sentence))
                .containsExactly(section);
    }

    @Test
    void leavesNothingOfTheViewsBehind() {
        assertThat(shipped().documents())
                .flatExtracting(Document::sections)
                .extracting(DocumentSection::text)
                .noneMatch(text -> text.contains("Joseph Huber"))
                .noneMatch(text -> text.contains("¶"));
    }

    /// What it names is quoted by a requirement, or by a row of `informative/<document>.yaml`;
    /// `offload-tck trace --unclassified` prints it ready to be filled in.
    @Test
    void classifiesEverySentenceOfEveryDocument() {
        var classification = Classification.of(shipped());

        assertThat(classification.problems()).extracting(Problem::toString).isEmpty();
        assertThat(classification.units()).hasSizeGreaterThan(700);
    }

    /// After an edit of `deviations.yaml`, copy `harness/cli/target/docs/deviations.md` to `docs`.
    @Test
    void theDocumentationHasThePageThatTheDeviationsGenerate() throws IOException {
        var page = Files.readString(Path.of("../../docs/deviations.md"));

        assertThat(page).isEqualTo(DeviationsPage.of(shipped()));
    }

    private static Catalogue shipped() {
        return Catalogue.load(
                SpecificationFolder.ofResources(
                        ShippedCatalogueTest.class.getClassLoader(), "corpus/spec"));
    }
}
