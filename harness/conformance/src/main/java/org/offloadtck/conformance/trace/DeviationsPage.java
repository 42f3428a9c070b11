package org.offloadtck.conformance.trace;

import java.util.List;
import java.util.stream.Collectors;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Deviation;

/// The page `docs/deviations.md`: every deviation of the catalogue as Markdown, in its order. The
/// same catalogue gives the same text.
public final class DeviationsPage {

    private static final String HEAD =
            """
            # Deviations

            Implementations depart from the specification documents in the points below. The documents stay as
            they are (`corpus/spec/documents`), and the ABI profiles hold what implementations do. A requirement
            that a deviation touches names it. Objects named as evidence (`t16.o`, `rq16.o`, `exe16`) are in
            `corpus/objects`; a source file is cited with its LLVM release.

            The build writes this page from `corpus/spec/deviations.yaml`; edit that file.
            """;

    private DeviationsPage() {}

    public static String of(Catalogue catalogue) {
        return HEAD
                + catalogue.deviations().stream()
                        .map(deviation -> section(deviation, catalogue))
                        .collect(Collectors.joining());
    }

    private static String section(Deviation deviation, Catalogue catalogue) {
        return """

        ## %s. %s

        %s

        %s

        %s
        """
                .formatted(
                        deviation.id(),
                        deviation.title(),
                        WrappedText.text(
                                "`%s`, \"%s\": “%s”"
                                        .formatted(
                                                deviation.document(),
                                                place(deviation, catalogue),
                                                deviation.statement()),
                                ""),
                        WrappedText.text(deviation.practice(), ""),
                        WrappedText.text(
                                "Evidence: %s. Profiles: %s."
                                        .formatted(
                                                deviation.evidence(),
                                                range(deviation.profiles(), catalogue.profiles())),
                                ""));
    }

    /// The first section of the document that has the statement; the catalogue is loaded only if
    /// there is one.
    private static String place(Deviation deviation, Catalogue catalogue) {
        return catalogue.documents().stream()
                .filter(document -> document.id().equals(deviation.document()))
                .flatMap(document -> document.sectionsWith(deviation.statement()).stream())
                .findFirst()
                .orElseThrow();
    }

    /// Neighbouring profiles as the first and the last, others one by one.
    private static String range(List<String> ids, List<String> all) {
        if (ids.equals(all)) {
            return "all";
        }
        int first = all.indexOf(ids.getFirst());
        boolean neighbours =
                ids.size() > 1
                        && first + ids.size() <= all.size()
                        && all.subList(first, first + ids.size()).equals(ids);
        return neighbours ? ids.getFirst() + " to " + ids.getLast() : String.join(", ", ids);
    }
}
