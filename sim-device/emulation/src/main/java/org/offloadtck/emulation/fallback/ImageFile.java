package org.offloadtck.emulation.fallback;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.profile.AbiProfiles;

/// A file with device images.
///
/// @param owner for messages: [#PROGRAM], or a library by [#library]
/// @param images one or more
/// @param kernels whether the images may have kernels
record ImageFile(String owner, List<CarriedImage> images, Kernels kernels) {

    static final String PROGRAM = "the program";

    enum Kernels {
        /// The file registers entries, and none of them is a kernel.
        NONE,
        /// The file has an entry of a kernel, or its entries were not found.
        POSSIBLE;

        static Kernels of(ObjectReport report) {
            return !report.descriptors().isEmpty()
                            && report.entries().stream().allMatch(entry -> entry.size() > 0)
                    ? NONE
                    : POSSIBLE;
        }
    }

    ImageFile {
        images = List.copyOf(images);
    }

    static String library(Path file) {
        return "the library " + file.getFileName();
    }

    /// A file by its content; empty if it has no images or is of another format.
    static Stream<ImageFile> of(String owner, byte[] content) {
        var file =
                new ArtifactCheck(AbiProfiles.load()).check(owner, content)
                                instanceof FileReport.Artifact(var report)
                        ? of(owner, content, report)
                        : new ImageFile(
                                owner, GccImage.of(owner, content).toList(), Kernels.POSSIBLE);
        return Stream.of(file).filter(each -> !each.images().isEmpty());
    }

    private static ImageFile of(String owner, byte[] content, ObjectReport report) {
        var bytes = ObjectBytes.of(owner, content);
        var images = report.images().stream().map(image -> CarriedImage.of(image, bytes));
        return new ImageFile(
                owner,
                Stream.concat(images, GccImage.of(owner, content)).toList(),
                Kernels.of(report));
    }
}
