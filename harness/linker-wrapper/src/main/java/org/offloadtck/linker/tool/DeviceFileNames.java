package org.offloadtck.linker.tool;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.image.TargetId;

/// The names of the files of a device link, as `--save-temps` leaves them.
///
/// @param output the output of the host link
/// @see "LLVM 16, 19 and 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp,
///   writeOffloadFile, generic::clang, linkBitcodeFiles"
public record DeviceFileNames(String output, AbiProfile.DeviceLink profile) {

    /// `libx.a(y.o)`.
    private static final Pattern MEMBER = Pattern.compile(".*\\((.*)\\)");

    /// `program`, of `build/program`.
    public String base() {
        return String.valueOf(Path.of(output).getFileName());
    }

    /// `program.x86_64.native`, before `.img`.
    String image(TargetId target) {
        String processor = target.triple().split("-", 2)[0];
        return "%s.%s.%s".formatted(base(), processor, arch(target));
    }

    /// `program.nvptx64-nvidia-cuda.sm_90`, for files made of bitcode.
    String stem(TargetId target) {
        return "%s.%s.%s".formatted(base(), target.triple(), target.arch());
    }

    /// `program-jit-nvptx64-nvidia-cuda`, for a module that is embedded.
    String embedded(TargetId target) {
        return "%s-jit-%s".formatted(base(), target.triple());
    }

    /// `z-x86_64-pc-linux-gnu-`, before `.o`: the image's file and its target.
    String input(ExtractedImage image) {
        String file = image.origin().file();
        String name = MEMBER.matcher(file).replaceAll("$1");
        int extension = name.lastIndexOf('.');
        String stem = extension > 0 ? name.substring(0, extension) : name;
        return "%s-%s-%s".formatted(stem, image.target().triple(), image.target().arch());
    }

    private String arch(TargetId target) {
        boolean unstated = target.arch().isEmpty();
        boolean generic = target.arch().equals("generic") && profile.defaultArch().isEmpty();
        return unstated || generic ? profile.defaultArch() : target.arch();
    }
}
