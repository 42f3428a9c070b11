package org.offloadtck.object.offload;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Offload binaries as YAML, in the form that LLVM's `obj2yaml` prints and `yaml2obj` reads.
///
/// Source: LLVM 15 to 22, `llvm/lib/ObjectYAML/OffloadYAML.cpp` and
/// `llvm/tools/obj2yaml/offload2yaml.cpp`.
public final class OffloadYaml {

    private static final Map<Integer, String> IMAGE_KINDS =
            Map.of(
                    ImageKind.NONE.code(), "IMG_None",
                    ImageKind.OBJECT.code(), "IMG_Object",
                    ImageKind.BITCODE.code(), "IMG_Bitcode",
                    ImageKind.CUBIN.code(), "IMG_Cubin",
                    ImageKind.FATBINARY.code(), "IMG_Fatbinary",
                    ImageKind.PTX.code(), "IMG_PTX");

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final List<OffloadKindNumbering> numberings;
    private final StringBuilder text = new StringBuilder("--- !Offload\nMembers:\n");

    private OffloadYaml(List<OffloadKindNumbering> numberings) {
        this.numberings = numberings;
    }

    /// One YAML document with all images of `binaries`, which are of one section or file.
    ///
    /// @param numberings the possible meanings of offload kinds: a kind is printed by name if all
    ///   numberings agree about it, otherwise by number
    public static String of(List<OffloadBinary> binaries, List<OffloadKindNumbering> numberings) {
        var yaml = new OffloadYaml(List.copyOf(numberings));
        for (var binary : binaries) {
            binary.images().forEach(yaml::member);
        }
        return yaml.text.append("...\n").toString();
    }

    private void member(OffloadBinary.Image image) {
        text.append("  - ");
        field("", "ImageKind", imageKind(image.kindCode()));
        field("    ", "OffloadKind", offloadKind(image.offloadKindCode()));
        field("    ", "Flags", Long.toString(image.flags()));
        if (!image.strings().isEmpty()) {
            text.append("    String:\n");
            image.strings()
                    .forEach((key, value) -> {
                        text.append("      - ");
                        field("", "Key", YamlScalar.of(key));
                        field("        ", "Value", YamlScalar.of(value));
                    });
        }
        if (image.bytes().byteSize() != 0) {
            field("    ", "Content", YamlScalar.of(HEX.formatHex(image.toByteArray())));
        }
    }

    /// Appends a key and its value; the value starts 17 columns after the key.
    private void field(String indent, String key, String value) {
        text.append(indent).append("%-16s ".formatted(key + ":")).append(value).append('\n');
    }

    private static String imageKind(int code) {
        return IMAGE_KINDS.getOrDefault(code, "0x%X".formatted(code));
    }

    private String offloadKind(int code) {
        if (code == 0) {
            return "OFK_None";
        }
        var names =
                numberings.stream().map(numbering -> named(numbering, code)).distinct().toList();
        return names.size() == 1 ? names.getFirst() : "0x%X".formatted(code);
    }

    /// The name that `obj2yaml` prints for three kinds of either numbering.
    private static String named(OffloadKindNumbering numbering, int code) {
        return numbering
                .kind(code)
                .flatMap(kind ->
                        switch (kind) {
                            case OPENMP -> Optional.of("OFK_OpenMP");
                            case CUDA -> Optional.of("OFK_Cuda");
                            case HIP -> Optional.of("OFK_HIP");
                            case SYCL -> Optional.empty();
                        })
                .orElse("0x%X".formatted(code));
    }
}
