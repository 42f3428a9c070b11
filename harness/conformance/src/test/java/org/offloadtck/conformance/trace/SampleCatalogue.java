package org.offloadtck.conformance.trace;

import java.util.List;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.document.DocumentSection;
import org.offloadtck.conformance.document.DocumentUnit;
import org.offloadtck.conformance.document.InformativePassage;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.document.Quote;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Deviation;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.requirement.Strength;
import org.offloadtck.conformance.requirement.TestKind;

/// A catalogue of two requirements from a guide of three sentences.
final class SampleCatalogue {

    private SampleCatalogue() {}

    static Catalogue catalogue() {
        return new Catalogue(
                List.of("llvm-16", "llvm-22"),
                List.of(
                        new Document(
                                "guide",
                                "A guide",
                                "here",
                                "guide.md",
                                "0123456789abcdef",
                                List.of(
                                        new DocumentSection(
                                                "Entries",
                                                List.of(
                                                        sentence(
                                                                "An entry of a table has a"
                                                                        + " <name>."),
                                                        sentence("Tables are long."),
                                                        sentence("This is a guide.")))))),
                List.of(
                        new Deviation(
                                "D1",
                                "Bigger entries",
                                "guide",
                                "An entry has 32 bytes.",
                                "An entry has 56 bytes.",
                                "zaxpy.o",
                                List.of("llvm-22"))),
                List.of(
                        requirement("OE-01", "An entry of a ``table`` has a <name>.", "D1"),
                        requirement("OE-02", "A table is not empty & not endless.", "")),
                List.of(
                        new InformativePassage(
                                "guide",
                                "Entries",
                                List.of("This is a guide."),
                                new InformativePassage.Role.Informs("says what the document is"))));
    }

    private static DocumentUnit sentence(String text) {
        return new DocumentUnit(DocumentUnit.Kind.SENTENCE, text);
    }

    private static Requirement requirement(String id, String quote, String deviation) {
        return new Requirement(
                id,
                Stage.OFFLOAD_ENTRIES,
                new Quote(quote, "guide", "Entries", PlainText.sha256(quote)),
                Strength.MUST,
                List.of(TestKind.FORMAT),
                List.of("llvm-16", "llvm-22"),
                deviation.isEmpty() ? List.of() : List.of(deviation),
                "");
    }
}
