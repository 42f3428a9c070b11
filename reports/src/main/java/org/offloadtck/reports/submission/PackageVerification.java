package org.offloadtck.reports.submission;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.offloadtck.conformance.report.RunReports;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;

/// Verifies a package: complete and unchanged.
final class PackageVerification {

    private final String source;
    private final byte[] archive;
    private final List<String> problems = new ArrayList<>();

    private PackageVerification(String source, byte[] archive) {
        this.source = source;
        this.archive = archive;
    }

    /// What a package turned out to be.
    ///
    /// @param document its results; empty if they cannot be read
    /// @param problems a line for each; empty if it is complete and unchanged
    record Outcome(Optional<ResultDocument> document, List<String> problems) {}

    static Outcome of(String source, byte[] archive) {
        var verification = new PackageVerification(source, archive);
        try {
            return verification.verify();
        } catch (DataException | IOException | IllegalArgumentException fault) {
            return new Outcome(
                    Optional.empty(),
                    List.of(
                            "%s: is no package that can be read: %s"
                                    .formatted(source, fault.getMessage())));
        }
    }

    private Outcome verify() throws IOException {
        var files = new TreeMap<String, byte[]>();
        String manifestText;
        PackageManifest manifest;
        try (var zip = new ZipInputStream(new ByteArrayInputStream(archive), UTF_8)) {
            manifestText = manifestText(zip);
            manifest = PackageManifest.parse(new DataText(PackageManifest.NAME, manifestText));
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                read(entry, zip, manifest, files);
            }
        }
        for (var path : manifest.files().keySet()) {
            if (!files.containsKey(path)) {
                problem(path, "is missing");
            }
        }
        if (problems.isEmpty()
                && !Arrays.equals(StoredArchive.write(manifestText, files), archive)) {
            problem("archive", "is not as the kit writes one of these files");
        }
        return new Outcome(results(manifest, files), problems);
    }

    private String manifestText(ZipInputStream zip) throws IOException {
        var first = zip.getNextEntry();
        if (first == null || !first.getName().equals(PackageManifest.NAME)) {
            throw new IOException("its first entry should be " + PackageManifest.NAME);
        }
        return new String(zip.readNBytes(archive.length), UTF_8);
    }

    private void read(
            ZipEntry entry,
            ZipInputStream zip,
            PackageManifest manifest,
            SortedMap<String, byte[]> files)
            throws IOException {
        var path = entry.getName();
        var expected = Optional.ofNullable(manifest.files().get(path));
        if (expected.isEmpty()) {
            problem(path, "is not in the manifest");
            return;
        }
        if (files.containsKey(path)) {
            problem(path, "is there more than once");
            return;
        }
        var size = (int) Math.min(expected.get().size(), archive.length);
        var bytes = zip.readNBytes(size);
        boolean isLonger = zip.read() >= 0;
        files.put(path, bytes);
        if (isLonger || bytes.length < expected.get().size()) {
            problem(
                    path,
                    "has %s bytes when it should have %d"
                            .formatted(
                                    isLonger ? "more" : Integer.toString(bytes.length),
                                    expected.get().size()));
        } else if (!Sha256.of(bytes).equals(expected.get().sha256())) {
            problem(
                    path,
                    "has the SHA-256 %s when it should have %s"
                            .formatted(Sha256.of(bytes), expected.get().sha256()));
        }
    }

    private Optional<ResultDocument> results(
            PackageManifest manifest, SortedMap<String, byte[]> files) {
        var results = files.get(SubmissionPackage.RESULTS);
        var plan = files.get(RunReports.PLAN);
        if (results == null || plan == null) {
            return Optional.empty();
        }
        var document =
                ResultDocument.parse(
                        new DataText(SubmissionPackage.RESULTS, new String(results, UTF_8)));
        var kit = document.subject().kit();
        same("kit", manifest.version(), kit.version());
        same("commit", manifest.commit(), kit.commit());
        same("catalogue", manifest.catalogue(), kit.catalogue());
        RunPlan.problems(new String(plan, UTF_8), document)
                .forEach(each -> problems.add(source + ": " + each));
        return Optional.of(document);
    }

    private void same(String what, String manifest, String results) {
        if (!manifest.equals(results)) {
            problem(
                    PackageManifest.NAME,
                    "%s is '%s' when that of the results is '%s'"
                            .formatted(what, manifest, results));
        }
    }

    private void problem(String path, String text) {
        problems.add("%s: %s: %s".formatted(source, path, text));
    }
}
