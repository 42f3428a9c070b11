package org.offloadtck.emulation.fallback;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A file with device images.
///
/// @param owner for messages: [#PROGRAM], or a library by [#library]
/// @param images one or more
record ImageFile(String owner, List<CarriedImage> images) {

    static final String PROGRAM = "the program";

    ImageFile {
        images = List.copyOf(images);
    }

    static String library(Path file) {
        return "the library " + file.getFileName();
    }

    /// A file by its content; empty if it has no images.
    static Stream<ImageFile> of(String owner, byte[] content) {
        return Stream.of(new ImageFile(owner, CarriedImage.in(owner, content)))
                .filter(file -> !file.images().isEmpty());
    }
}
