package org.offloadtck.scenario.fault;

import java.util.List;
import org.offloadtck.corpus.Corpus;

/// A fault that the bench plants in a file of the corpus.
///
/// @param row id of the row of the bench
/// @param base the file of the corpus that gets the fault
/// @param others files of the corpus that belong to the same compilation or link
/// @param edits the changes, as [FaultEdit] reads them
/// @param rules ids of the rules of which one has to be reported; empty for a harmless edit
/// @param at the place that a finding names; empty if the file is faulty as a whole
/// @param consequence what toolchain and runtime do
/// @param seen how the consequence was observed; empty if it was not
/// @param missed whether no rule reports the fault in this file, as `docs/open.md` says
public record PlantedFault(
        String row,
        String base,
        List<String> others,
        List<String> edits,
        List<String> rules,
        String at,
        Consequence consequence,
        String seen,
        boolean missed) {

    public PlantedFault {
        others = List.copyOf(others);
        edits = List.copyOf(edits);
        rules = List.copyOf(rules);
    }

    /// The name of the fault in reports: row and base file.
    public String id() {
        return others.isEmpty()
                ? "%s in %s".formatted(row, base)
                : "%s in %s with %s".formatted(row, base, String.join(" and ", others));
    }

    /// The base file with the fault.
    ///
    /// @throws FaultTextException if an edit cannot be read or finds nothing to change
    public byte[] plant() {
        var names = places(Corpus.bytes(base));
        var bytes = Corpus.bytes(base);
        for (var edit : edits) {
            bytes = new FaultEditor(base).apply(FaultEdit.read(names.withNames(edit)), bytes);
        }
        return bytes;
    }

    /// The place of the fault in the planted file; a place that the fault destroyed is where it was
    /// in the base file.
    public FaultPlace place() {
        var names = places(Corpus.bytes(base));
        var text = names.withNames(at);
        try {
            return places(plant()).find(text);
        } catch (RuntimeException _) {
            return names.find(text);
        }
    }

    private ArtifactPlaces places(byte[] bytes) {
        return ArtifactPlaces.of(base, bytes);
    }
}
