package org.offloadtck.reports.submission;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.data.JsonObject;

/// The first entry of a package.
///
/// @param version of the kit that made the results
/// @param commit of its sources; empty if unknown
/// @param catalogue SHA-256 of the requirements
/// @param files by their paths in the report, with `/` between folders
record PackageManifest(
        String version, String commit, String catalogue, SortedMap<String, Content> files) {

    /// Its name in the archive.
    static final String NAME = "manifest.json";

    private static final String SCHEMA = "offload-tck-package";

    private static final int VERSION = 1;

    PackageManifest {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    /// What a file holds.
    ///
    /// @param size in bytes
    record Content(long size, String sha256) {

        static Content of(byte[] bytes) {
            return new Content(bytes.length, Sha256.of(bytes));
        }
    }

    static PackageManifest of(ResultDocument document, Map<String, byte[]> files) {
        var contents = new TreeMap<String, Content>();
        files.forEach((path, bytes) -> contents.put(path, Content.of(bytes)));
        RunSubject.Kit kit = document.subject().kit();
        return new PackageManifest(kit.version(), kit.commit(), kit.catalogue(), contents);
    }

    String toJson() {
        return new JsonObject()
                .put("schema", SCHEMA)
                .put("version", VERSION)
                .put(
                        "kit",
                        new JsonObject()
                                .put("version", version)
                                .put("commit", commit)
                                .put("catalogue", catalogue))
                .putAll(
                        "files",
                        files.entrySet().stream()
                                .map(file ->
                                        new JsonObject()
                                                .put("path", file.getKey())
                                                .put("size", file.getValue().size())
                                                .put("sha256", file.getValue().sha256()))
                                .toList())
                .toText();
    }

    /// Reads what [#toJson] wrote.
    ///
    /// @throws org.offloadtck.data.DataException if the text is no manifest, or one of another
    ///   version
    static PackageManifest parse(DataText json) {
        return json.json().all(PackageManifest::read);
    }

    private static PackageManifest read(Fields fields) {
        fields.choice("schema", List.of(SCHEMA), schema -> schema);
        if (fields.number("version") != VERSION) {
            throw fields.wrong(
                    "version is %d when this kit reads %d"
                            .formatted(fields.number("version"), VERSION));
        }
        var kit =
                fields.fields(
                        "kit",
                        part ->
                                List.of(
                                        part.text("version"),
                                        part.text("commit"),
                                        part.text("catalogue")));
        var files = new TreeMap<String, Content>();
        for (var file : fields.rows("files")) {
            var content = new Content(file.number("size"), file.text("sha256"));
            if (files.put(file.text("path"), content) != null) {
                throw file.wrong("path is that of an earlier file");
            }
        }
        return new PackageManifest(kit.get(0), kit.get(1), kit.get(2), files);
    }
}
