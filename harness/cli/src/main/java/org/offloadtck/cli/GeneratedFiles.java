package org.offloadtck.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.trace.CodePlaces;
import org.offloadtck.conformance.trace.DeviationsPage;
import org.offloadtck.object.check.rule.ContractsPage;

/// Writes what the build derives from the sources: the places of the code that name requirements,
/// for `trace`, and the pages of deviations and contracts, of which copies are checked in as
/// `docs/deviations.md` and `docs/contracts.md`.
public final class GeneratedFiles {

    private GeneratedFiles() {}

    /// Writes all of them.
    ///
    /// @param arguments the root of the repository, the folder of classes, the folder of generated
    ///   documents
    public static void main(String[] arguments) throws IOException {
        var places = CodePlaces.ofSources(Path.of(arguments[0]));
        write(Path.of(arguments[1], CodePlaces.RESOURCE), places.text());
        write(Path.of(arguments[2], "deviations.md"), DeviationsPage.of(catalogue()));
        write(Path.of(arguments[2], "contracts.md"), ContractsPage.text());
    }

    private static Catalogue catalogue() {
        return Catalogue.load(
                SpecificationFolder.ofResources(
                        GeneratedFiles.class.getClassLoader(), "corpus/spec"));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }
}
