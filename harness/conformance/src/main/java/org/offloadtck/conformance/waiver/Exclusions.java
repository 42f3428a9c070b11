package org.offloadtck.conformance.waiver;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;

/// The exclusions of all files of a run, in the order of the command line and of the rows.
public record Exclusions(List<Exclusion> exclusions) {

    public static final Exclusions NONE = new Exclusions(List.of());

    public Exclusions {
        exclusions = List.copyOf(exclusions);
    }

    /// Reads files, each a list of rows with the fields of [Exclusion], of which `requirements` or
    /// `scenarios` may be left out.
    ///
    /// @throws org.offloadtck.data.DataException if a row is no exclusion, names an edition or a
    ///   requirement that the catalogue does not have, or has the id of another
    public static Exclusions load(List<DataText> files, Catalogue catalogue) {
        var requirements = catalogue.requirements().stream().map(Requirement::id).toList();
        return new Exclusions(
                RowList.read(
                        files,
                        row -> {
                            if (row.has("requirements")) {
                                row.choices("requirements", requirements, Function.identity());
                            }
                            row.choices("editions", catalogue.profiles(), Function.identity());
                            return exclusion(row);
                        },
                        Exclusion::id));
    }

    /// The first exclusion that covers a result, see [Exclusion#covers].
    public Optional<Exclusion> covering(String edition, String scenario, List<String> tested) {
        return exclusions.stream()
                .filter(each -> each.covers(edition, scenario, tested))
                .findFirst();
    }

    /// Reads the fields of an exclusion.
    public static Exclusion exclusion(Fields row) {
        return new Exclusion(
                row.filledText("id"),
                row.texts("editions"),
                row.textsOrNone("requirements"),
                row.textsOrNone("scenarios"),
                row.filledText("reason"));
    }
}
