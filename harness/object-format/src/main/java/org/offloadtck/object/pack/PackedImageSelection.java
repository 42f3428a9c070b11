package org.offloadtck.object.pack;

import java.util.List;
import java.util.Map;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadKindNumbering;

/// Selects packed images by the arguments of `--image=` and names their files.
///
/// Source: LLVM 15 to 22, `clang/tools/clang-offload-packager/ClangOffloadPackager.cpp`,
/// `unbundleImages`.
///
/// @param numbering the meaning of the images' kinds
public record PackedImageSelection(OffloadKindNumbering numbering) {

    /// The images that have all strings and the kind of `arguments`.
    public List<Image> matching(ImageArguments arguments, List<Image> images) {
        return images.stream().filter(image -> matches(arguments, image)).toList();
    }

    private boolean matches(ImageArguments arguments, Image image) {
        return arguments.kind().stream()
                        .allMatch(kind -> numbering.nameOf(image.offloadKindCode()).equals(kind))
                && arguments.strings().entrySet().stream().allMatch(wanted -> has(image, wanted));
    }

    /// A missing string equals the empty string.
    private static boolean has(Image image, Map.Entry<String, String> wanted) {
        return image.strings().getOrDefault(wanted.getKey(), "").equals(wanted.getValue());
    }

    /// The name of an image's file if the arguments name none, such as
    /// `packed-nvptx64-nvidia-cuda-sm_75.0.cubin`.
    ///
    /// @param stem of the name of the file that contains the image
    /// @param index of the image among the selected ones
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
