package org.offloadtck.linker.input;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.compilation.ImageCarrier;

/// A section whose name states the target of the device image in it, from releases before offload
/// binaries.
///
/// @see "LLVM 14, clang/tools/clang-offload-bundler/ClangOffloadBundler.cpp,
///   OFFLOAD_BUNDLER_MAGIC_STR; clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp,
///   OFFLOAD_SECTION_MAGIC_STR"
final class BundlerSection {

    /// The bundler's prefix of the triple of an OpenMP image.
    private static final String OPENMP_KIND = "openmp-";

    /// The code of OpenMP, equal in all numberings of offload kinds.
    private static final int OPENMP = 1;

    private BundlerSection() {}

    /// Returns the image, if the section's name is one of a device's. The host's own bundle, one
    /// byte, is no image.
    static Optional<OffloadBinary.Image> image(
            ImageCarrier.BundlerSections carrier, Section section) {
        String name = section.name();
        String bundled = carrier.prefix() + OPENMP_KIND;
        if (name.startsWith(bundled)) {
            return Optional.of(image(section, name.substring(bundled.length()), ""));
        }
        if (name.startsWith(carrier.newDriverPrefix())) {
            String[] parts = name.substring(carrier.newDriverPrefix().length()).split("\\.", 3);
            return parts.length == 3
                    ? Optional.of(image(section, parts[0], parts[1]))
                    : Optional.empty();
        }
        return Optional.empty();
    }

    private static OffloadBinary.Image image(Section section, String triple, String arch) {
        SequencedMap<String, String> strings = new LinkedHashMap<>();
        strings.put("triple", triple);
        strings.put("arch", arch);
        return new OffloadBinary.Image(
                ImageKind.OBJECT.code(), OPENMP, 0, strings, section.contents().bytes());
    }
}
