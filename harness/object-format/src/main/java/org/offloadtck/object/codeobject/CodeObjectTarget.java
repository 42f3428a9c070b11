package org.offloadtck.object.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The processor of a code object and the features that must be on or off on the device.
///
/// Source: LLVM 22, llvm/docs/AMDGPUUsage.rst, "Target ID" and "Header", table "AMDGPU ELF Header
/// e_flags for Code Object V4 and After"; the processors as `llvm-readelf` 22 names them.
///
/// @param processor such as `gfx90a`
/// @param features such as `xnack+`, sorted; a feature that is not in the list may be on or off
public record CodeObjectTarget(String processor, List<String> features) {

    private static final long MACH = 0xff;

    private static final Map<Integer, String> PROCESSORS =
            processors(
                    "20 gfx600 21 gfx601 22 gfx700 23 gfx701 24 gfx702 25 gfx703 26 gfx704 28 gfx801"
                            + " 29 gfx802 2a gfx803 2b gfx810 2c gfx900 2d gfx902 2e gfx904 2f gfx906"
                            + " 30 gfx908 31 gfx909 32 gfx90c 33 gfx1010 34 gfx1011 35 gfx1012"
                            + " 36 gfx1030 37 gfx1031 38 gfx1032 39 gfx1033 3a gfx602 3b gfx705"
                            + " 3c gfx805 3d gfx1035 3e gfx1034 3f gfx90a 40 gfx940 41 gfx1100"
                            + " 42 gfx1013 43 gfx1150 44 gfx1103 45 gfx1036 46 gfx1101 47 gfx1102"
                            + " 48 gfx1200 49 gfx1250 4a gfx1151 4b gfx941 4c gfx942 4e gfx1201"
                            + " 4f gfx950 51 gfx9-generic 52 gfx10-1-generic 53 gfx10-3-generic"
                            + " 54 gfx11-generic 55 gfx1152 58 gfx1153 59 gfx12-generic 5a gfx1251"
                            + " 5f gfx9-4-generic");

    public CodeObjectTarget {
        features = features.stream().sorted().toList();
    }

    private static Map<Integer, String> processors(String rows) {
        var words = rows.split(" ", -1);
        var processors = new TreeMap<Integer, String>();
        for (int index = 0; index < words.length; index += 2) {
            processors.put(Integer.parseInt(words[index], 16), words[index + 1]);
        }
        return processors;
    }

    /// The target in `e_flags` of version 4 or later; empty for a processor that is newer than this
    /// kit.
    public static Optional<CodeObjectTarget> ofFlags(long flags) {
        return Optional.ofNullable(PROCESSORS.get((int) (flags & MACH)))
                .map(processor -> {
                    var features = new ArrayList<String>();
                    feature("xnack", flags >> 8).ifPresent(features::add);
                    feature("sramecc", flags >> 10).ifPresent(features::add);
                    return new CodeObjectTarget(processor, features);
                });
    }

    /// A feature by its two bits: not supported, any, off, on.
    private static Optional<String> feature(String name, long bits) {
        return switch ((int) (bits & 3)) {
            case 2 -> Optional.of(name + "-");
            case 3 -> Optional.of(name + "+");
            default -> Optional.empty();
        };
    }

    /// The target of a string such as `gfx90a:sramecc-:xnack+`.
    public static CodeObjectTarget parse(String text) {
        var parts = List.of(text.split(":", -1));
        return new CodeObjectTarget(parts.getFirst(), parts.subList(1, parts.size()));
    }

    /// Whether both are the same processor and no feature must be on in one and off in the other.
    public boolean suits(CodeObjectTarget that) {
        return processor.equals(that.processor)
                && features.stream().noneMatch(one -> that.features.contains(inverse(one)));
    }

    private static String inverse(String feature) {
        if (feature.isEmpty()) {
            return feature;
        }
        int last = feature.length() - 1;
        return feature.substring(0, last) + (feature.charAt(last) == '+' ? '-' : '+');
    }

    @Override
    public String toString() {
        return features.isEmpty() ? processor : processor + ":" + String.join(":", features);
    }
}
