package org.offloadtck.calibration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.function.Predicate.not;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/// Tables that were measured on a GPU, in the folder of its name beside this class.
public final class HardwareData {

    private HardwareData() {}

    /// The header and the rows of a table, without comments.
    public static List<String> lines(String path) {
        try (var in = HardwareData.class.getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
                    .lines()
                    .filter(not(line -> line.startsWith("#")))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
