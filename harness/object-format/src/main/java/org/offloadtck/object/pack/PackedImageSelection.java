package org.offloadtck.object.pack;

import java.util.List;
import java.util.Map;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadKindNumbering;

/// Chooses packed images by the arguments of `--image=`, and names the files they go to.
///
/// Source: LLVM 15 to 22, `clang/tools/clang-offload-packager/ClangOffloadPackager.cpp`,
/// `unbundleImages`.
///
/// @param numbering what the images' kinds mean
public record PackedImageSelection(OffloadKindNumbering numbering) {

    /// The images whose strings and kind are those that are asked for.
    public List<Image> matching(ImageArguments arguments, List<Image> images) {
        return images.stream().filter(image -> matches(arguments, image)).toList();
    }

    private boolean matches(ImageArguments arguments, Image image) {
        return arguments.kind().stream()
                        .allMatch(kind -> numbering.nameOf(image.offloadKindCode()).equals(kind))
                && arguments.strings().entrySet().stream().allMatch(wanted -> has(image, wanted));
    }

    /// A string that an image lacks reads as an empty one.
    private static boolean has(Image image, Map.Entry<String, String> wanted) {
        return image.strings().getOrDefault(wanted.getKey(), "").equals(wanted.getValue());
    }

    /// The file that an image goes to when none is named, such as
    /// `packed-nvptx64-nvidia-cuda-sm_75.0.cubin`.
    ///
    /// @param stem of the name of the file it was packed in
    /// @param index of the image among those that match
    public static String fileName(String stem, Image image, int index) {
        return "%s-%s-%s.%d.%s"
                .formatted(
                        stem,
                        image.target().triple(),
                        image.target().arch(),
                        index,
                        image.kind().map(PackedImageSelection::ending).orElse(""));
    }

    private static String ending(ImageKind kind) {
        return switch (kind) {
            case OBJECT -> "o";
            case BITCODE -> "bc";
            case CUBIN -> "cubin";
            case FATBINARY -> "fatbin";
            case PTX -> "s";
            case SPIRV -> "spv";
            case NONE -> "";
        };
    }
}
