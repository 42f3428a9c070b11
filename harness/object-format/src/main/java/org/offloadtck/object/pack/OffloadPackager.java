package org.offloadtck.object.pack;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.ImageCarrier;

/// Packs device images into offload binaries under a profile.
///
/// Requirement: OB-09.
public final class OffloadPackager {

    private final AbiProfile profile;
    private final OffloadBinary.Version version;
    private final List<Image> images = new ArrayList<>();

    /// @throws ImageArgumentException if the edition of the profile has no offload binaries
    public OffloadPackager(AbiProfile profile) {
        this.profile = profile;
        this.version =
                switch (profile.fatObject().carrier()) {
                    case ImageCarrier.OffloadSection carrier -> carrier.version();
                    case ImageCarrier.BundlerSections _ ->
                            throw new ImageArgumentException(
                                    "profile %s packs no offload binaries".formatted(profile.id()));
                };
    }

    /// Adds an image.
    ///
    /// @param file the name of the file of `contents`; its extension determines the image kind
    /// @throws ImageArgumentException if the arguments are incomplete or the profile has no such
    ///   kind
    public void add(ImageArguments arguments, String file, byte[] contents) {
        if (arguments.value("triple").isEmpty()) {
            throw new ImageArgumentException("%s: the triple is missing".formatted(file));
        }
        int kind = arguments.kind().map(this::kind).orElse(0);
        images.add(
                new Image(
                        imageKind(file, contents).code(),
                        kind,
                        0,
                        ordered(arguments),
                        MemorySegment.ofArray(contents)));
    }

    /// The packed images: a binary for each image or, if the version allows several images, one
    /// binary.
    public byte[] pack() {
        return switch (version) {
            case V1 ->
                    OffloadBinary.writeAll(
                            images.stream()
                                    .map(image -> new OffloadBinary(version, List.of(image)))
                                    .toList());
            case V2 -> new OffloadBinary(version, images).write();
        };
    }

    private int kind(String name) {
        return Arrays.stream(OffloadKind.values())
                .filter(kind -> kind.label().equals(name))
                .flatMapToInt(kind -> profile.fatObject().kindNumbering().code(kind).stream())
                .findFirst()
                .orElseThrow(() ->
                        new ImageArgumentException(
                                "kind is '%s' when it should be %s in profile %s"
                                        .formatted(name, kinds(), profile.id())));
    }

    private String kinds() {
        return Arrays.stream(OffloadKind.values())
                .filter(kind -> profile.fatObject().kindNumbering().code(kind).isPresent())
                .map(OffloadKind::label)
                .collect(Collectors.joining(" or "));
    }

    /// The image kind by the file's extension, or bitcode by its magic, because compilers also give
    /// bitcode the extension `.o`. Source: LLVM 15 to 22, `llvm/lib/Object/OffloadBinary.cpp`,
    /// `getImageKind`.
    private static ImageKind imageKind(String file, byte[] contents) {
        if (ImageKind.ofContent(contents) == ImageKind.BITCODE) {
            return ImageKind.BITCODE;
        }
        return switch (file.substring(file.lastIndexOf('.') + 1)) {
            case "o" -> ImageKind.OBJECT;
            case "bc" -> ImageKind.BITCODE;
            case "cubin" -> ImageKind.CUBIN;
            case "fatbin" -> ImageKind.FATBINARY;
            case "s" -> ImageKind.PTX;
            default -> ImageKind.NONE;
        };
    }

    /// The strings of the image in the order in which the edition's packager writes them.
    private SequencedMap<String, String> ordered(ImageArguments arguments) {
        var strings = arguments.strings();
        var ordered = new LinkedHashMap<String, String>();
        keys(arguments).stream()
                .filter(strings::containsKey)
                .forEach(key -> ordered.put(key, strings.getOrDefault(key, "")));
        return ordered;
    }

    /// The keys in the edition's order; in part with `file` and `kind`, which no image has.
    private List<String> keys(ImageArguments arguments) {
        var given = List.copyOf(arguments.values().sequencedKeySet());
        return switch (profile.fatObject().stringContainer()) {
            case STRING_MAPS ->
                    KeyTable.STRING_MAP.iterate(
                            ofImage(KeyTable.STRING_MAP.iterate(given), arguments));
            case DENSE_AND_STRING_MAP ->
                    KeyTable.STRING_MAP.iterate(
                            ofImage(KeyTable.DENSE_MAP.iterate(given), arguments));
            case DENSE_MAP -> KeyTable.DENSE_MAP.iterate(given);
            case LISTED ->
                    Stream.of(profile.fatObject().stringOrder(), given)
                            .flatMap(List::stream)
                            .distinct()
                            .toList();
        };
    }

    private static List<String> ofImage(List<String> keys, ImageArguments arguments) {
        return keys.stream().filter(arguments.strings()::containsKey).toList();
    }
}
