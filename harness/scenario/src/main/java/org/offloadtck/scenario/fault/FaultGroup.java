package org.offloadtck.scenario.fault;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;

/// A file of the bench: faults of one kind of relation.
public enum FaultGroup {
    DISAGREEMENT,
    ENTRIES,
    OFFLOAD_BINARIES,
    IMAGES,
    BITCODE_AND_CODE_OBJECTS,
    REGISTRATION,
    MODULES,
    MIXED_INPUTS;

    public static final List<FaultGroup> ALL = Arrays.asList(values());

    /// The name in features and the name of the file in the corpus.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The group whose name in features is `word`.
    static FaultGroup of(String word) {
        return ALL.stream()
                .filter(group -> group.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new FaultTextException("'%s' is no group".formatted(word)));
    }

    /// The faults of the group, one for each row and base file.
    public List<PlantedFault> faults() {
        var path = "faults/%s.yaml".formatted(word());
        return new DataText(path, Corpus.text(path))
                .yamlRows().stream()
                        .map(row -> row.all(FaultGroup::faults))
                        .flatMap(List::stream)
                        .toList();
    }

    private static List<PlantedFault> faults(Fields row) {
        var edits = row.textsOrNone("edit");
        var rules = row.textsOrNone("rule");
        var at = row.textOr("at", edits.isEmpty() ? "" : place(edits.getFirst()));
        var consequence = row.choice("consequence", Consequence.ALL, Consequence::word);
        var seen = row.textOr("seen", "");
        var id = row.text("id");
        var missed = row.textsOrNone("missed");
        return row.texts("bases").stream()
                .map(bases -> List.of(bases.split(" with | and ")))
                .map(bases ->
                        new PlantedFault(
                                id,
                                bases.getFirst(),
                                bases.subList(1, bases.size()),
                                edits,
                                rules,
                                at,
                                consequence,
                                seen,
                                missed.contains(String.join(" with ", bases))))
                .toList();
    }

    /// The place of an edit of a field; empty for any other edit.
    private static String place(String edit) {
        var assignment = FaultEdit.ASSIGNMENT.matcher(edit);
        return assignment.matches() ? assignment.group(1) : "";
    }
}
