package org.offloadtck.conformance.requirement;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.document.InformativePassage;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.document.SpecificationFolder;

/// The requirements that the kit checks implementations against, and their documents.
///
/// @param profiles ids of the ABI profiles
/// @param requirements by stage, then in the order of the files
/// @param passages what the documents say beside the requirements, by document, then in the order
///   of the files
public record Catalogue(
        List<String> profiles,
        List<Document> documents,
        List<Deviation> deviations,
        List<Requirement> requirements,
        List<InformativePassage> passages) {

    public Catalogue {
        profiles = List.copyOf(profiles);
        documents = List.copyOf(documents);
        deviations = List.copyOf(deviations);
        requirements = List.copyOf(requirements);
        passages = List.copyOf(passages);
    }

    /// Reads `specification.yaml`, `deviations.yaml`, the documents they name,
    /// `requirements/<stage>.yaml` of each stage and `informative/<document>.yaml` of each document
    /// that has one.
    ///
    /// @throws org.offloadtck.data.DataException with every mistake in them
    public static Catalogue load(SpecificationFolder folder) {
        return new CatalogueReader(folder).read();
    }

    /// SHA-256 of what an implementation is judged by: profiles, and each requirement with its
    /// quote, strength and profiles. Reports state it, so that two runs show whether they judged
    /// the same.
    public String sha256() {
        var text = new StringBuilder(String.join(" ", profiles)).append('\n');
        requirements.forEach(row -> text.append(identified(row)).append('\n'));
        return PlainText.sha256(text.toString());
    }

    /// SHA-256 of each requirement, of what [#sha256] is of all, by id.
    public Map<String, String> requirementHashes() {
        var hashes = new TreeMap<String, String>();
        requirements.forEach(row -> hashes.put(row.id(), PlainText.sha256(identified(row))));
        return hashes;
    }

    private static String identified(Requirement row) {
        return String.join(
                " ",
                row.id(),
                row.quote().document(),
                row.quote().sha256(),
                row.strength().word(),
                String.join(" ", row.profiles()));
    }

    public Optional<Requirement> requirement(String id) {
        return requirements.stream().filter(row -> row.id().equals(id)).findFirst();
    }

    public Optional<Document> document(String id) {
        return documents.stream().filter(document -> document.id().equals(id)).findFirst();
    }

    public Optional<Deviation> deviation(String id) {
        return deviations.stream().filter(deviation -> deviation.id().equals(id)).findFirst();
    }
}
