package org.offloadtck.linker.input;

/// The place where a device image was found.
///
/// @param file `z.o`, `libx.a(y.o)`
/// @param section the section's name; empty for a file of offload binaries
/// @param sectionIndex among the file's section headers; 0 for a file of offload binaries
/// @param image index among the images of the section or file, from 0
public record ImageOrigin(String file, String section, int sectionIndex, int image) {

    /// `z.o: .llvm.offloading [19] image 0`.
    @Override
    public String toString() {
        return "%s: %s".formatted(file, position());
    }

    /// `.llvm.offloading [19] image 0`.
    public String position() {
        return section.isEmpty()
                ? "image %d".formatted(image)
                : "%s [%d] image %d".formatted(section, sectionIndex, image);
    }
}
