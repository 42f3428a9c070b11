package org.offloadtck.conformance.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.offloadtck.data.DataText;

/// Where the catalogue is read from: a folder on disk, or one on the class path.
@FunctionalInterface
public interface SpecificationFolder {

    /// The file of that name below the folder, `requirements/wrapper.yaml`; empty if there is none.
    Optional<DataText> file(String name);

    static SpecificationFolder at(Path folder) {
        return name -> {
            var file = folder.resolve(name);
            return Files.exists(file) ? Optional.of(read(name, file)) : Optional.empty();
        };
    }

    /// The folder of the resources of a class loader, `corpus/spec`.
    static SpecificationFolder ofResources(ClassLoader loader, String folder) {
        return name -> {
            try (var stream = loader.getResourceAsStream(folder + "/" + name)) {
                return stream == null
                        ? Optional.empty()
                        : Optional.of(new DataText(name, new String(stream.readAllBytes(), UTF_8)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static DataText read(String name, Path file) {
        try {
            return new DataText(name, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
