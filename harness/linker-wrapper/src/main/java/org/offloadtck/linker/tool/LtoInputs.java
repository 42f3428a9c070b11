package org.offloadtck.linker.tool;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.FileFormat;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.plugin.image.TargetId;

/// The bitcode files of one device link, with what the link needs to know of the other images.
///
/// @param features of the target, such as `+ptx63`
/// @param usedByObjects whether an object that is linked with the bitcode has a symbol of that name
record LtoInputs(
        TargetId target,
        List<Path> bitcode,
        List<String> features,
        Predicate<String> usedByObjects) {

    /// The string of an offload binary's image that lists target features. Source: LLVM 16,
    /// clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, getTargetFeatures.
    private static final String FEATURE = "feature";

    LtoInputs {
        bitcode = List.copyOf(bitcode);
        features = List.copyOf(features);
    }

    /// @param files of the images `bitcode`
    static LtoInputs of(
            TargetId target,
            List<Path> files,
            List<ExtractedImage> bitcode,
            List<ExtractedImage> objects) {
        return new LtoInputs(target, files, unified(bitcode), used(objects));
    }

    /// The features of all images, each as the last image states it.
    ///
    /// @see "LLVM 16, clang/lib/Driver/ToolChains/CommonArgs.cpp, unifyTargetFeatures"
    private static List<String> unified(List<ExtractedImage> bitcode) {
        SequencedMap<String, String> byName = new LinkedHashMap<>();
        for (ExtractedImage image : bitcode) {
            for (String feature :
                    image.image().strings().getOrDefault(FEATURE, "").split(",", -1)) {
                if (!feature.isEmpty()) {
                    byName.putLast(feature.substring(1), feature);
                }
            }
        }
        return new ArrayList<>(byName.values());
    }

    /// An object that cannot be read may use every symbol.
    private static Predicate<String> used(List<ExtractedImage> objects) {
        Predicate<String> used = _ -> false;
        for (ExtractedImage image : objects) {
            used = used.or(used(image));
        }
        return used;
    }

    private static Predicate<String> used(ExtractedImage image) {
        var file = ObjectBytes.of(image.origin().toString(), image.image().bytes());
        if (FileFormat.of(file) != FileFormat.ELF
                || !FileFormat.isElfOf(ElfType.RELOCATABLE, image.image().bytes())) {
            return _ -> false;
        }
        try {
            Set<String> names =
                    ElfObject.parse(file).symbols().stream()
                            .map(Symbol::name)
                            .collect(toUnmodifiableSet());
            return names::contains;
        } catch (MalformedObjectException _) {
            return _ -> true;
        }
    }
}
