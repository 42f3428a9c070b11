package org.offloadtck.object.offload;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// An LLVM offload binary: device images with the strings by which a device linker selects them. A
/// `.llvm.offloading` section and a file of the packager contain one or several of them.
///
/// Version 1 has exactly one image, version 2 any number. [#write] uses LLVM's layout, so a binary
/// that LLVM wrote is written back byte for byte.
///
/// Requirements: OB-01, OB-02, OB-03, OB-05.
///
/// @param images the images, in file order
/// @see <a href="https://clang.llvm.org/docs/OffloadingDesign.html">Offloading Design</a>
public record OffloadBinary(Version version, List<Image> images) {

    public OffloadBinary {
        images = List.copyOf(images);
        if (version == Version.V1 && images.size() != 1) {
            throw new IllegalArgumentException(
                    "version 1 has one image, not %d".formatted(images.size()));
        }
    }

    /// A format version that this kit reads and writes. Version 3 is proposed upstream and
    /// rejected.
    public enum Version {
        /// One image; values end at their first NUL. Source: LLVM 15 to 22,
        /// `llvm/include/llvm/Object/OffloadBinary.h`.
        V1(1, 16),

        /// Any number of images; values state their size. Source: LLVM 23, the same file.
        V2(2, 24);

        private final int code;
        private final int stringEntrySize;

        Version(int code, int stringEntrySize) {
            this.code = code;
            this.stringEntrySize = stringEntrySize;
        }

        /// The number in the header's version field.
        public int code() {
            return code;
        }

        /// Size of `OffloadBinary::StringEntry`, in bytes.
        int stringEntrySize() {
            return stringEntrySize;
        }

        public static Optional<Version> of(long code) {
            return code == 1 ? Optional.of(V1) : code == 2 ? Optional.of(V2) : Optional.empty();
        }
    }

    /// One device image.
    ///
    /// @param kindCode the format of the image, as the file numbers it: see [ImageKind]
    /// @param offloadKindCode the programming model, as the file numbers it; its meaning depends on
    ///   the profile: see [OffloadKindNumbering]
    /// @param flags unsigned 32-bit; only [#METADATA] has a meaning
    /// @param strings metadata such as `triple` and `arch`, in file order
    public record Image(
            int kindCode,
            int offloadKindCode,
            long flags,
            SequencedMap<String, String> strings,
            MemorySegment bytes) {

        /// The flag of an entry with strings and without an image. Source: LLVM 23,
        /// `llvm/include/llvm/Object/OffloadBinary.h`, `OIF_Metadata`.
        public static final long METADATA = 1;

        public Image {
            strings = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(strings));
            bytes = bytes.asReadOnly();
        }

        /// An image without flags whose only strings are `triple` and `arch`.
        public static Image of(ImageKind kind, int offloadKindCode, Target target, byte[] bytes) {
            var strings = new LinkedHashMap<String, String>();
            strings.put("triple", target.triple());
            strings.put("arch", target.arch());
            return new Image(
                    kind.code(), offloadKindCode, 0, strings, MemorySegment.ofArray(bytes.clone()));
        }

        /// The format of the image; empty for a code that is newer than this kit.
        public Optional<ImageKind> kind() {
            return ImageKind.of(kindCode);
        }

        /// The target of the image; a missing string is empty, as in LLVM's reader.
        public Target target() {
            return new Target(strings.getOrDefault("triple", ""), strings.getOrDefault("arch", ""));
        }

        public byte[] toByteArray() {
            return bytes.toArray(JAVA_BYTE);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Image that
                    && kindCode == that.kindCode
                    && offloadKindCode == that.offloadKindCode
                    && flags == that.flags
                    && strings.equals(that.strings)
                    && bytes.mismatch(that.bytes) == -1;
        }

        @Override
        public int hashCode() {
            return 31 * strings.hashCode() + Long.hashCode(bytes.byteSize());
        }
    }

    /// The strings by which a device linker groups images. Source: LLVM,
    /// `llvm/include/llvm/Object/OffloadBinary.h`, `OffloadFile::TargetID`.
    ///
    /// @param triple such as `nvptx64-nvidia-cuda`
    /// @param arch such as `sm_75` or `gfx90a:xnack+`; empty where the target has none
    public record Target(String triple, String arch) {}

    /// An offload binary and its place in a file.
    ///
    /// @param offset of the binary, in bytes from the start of the file
    /// @param size of the binary with its padding, in bytes
    /// @param imageOffsets offset of each image, in bytes from the start of the file
    /// @param entryOffsets offset of each image's entry, in bytes from the start of the file
    /// @param textOffsets offset of the value of each string by its key, for each image; in bytes
    ///   from the start of the file
    public record Located(
            OffloadBinary binary,
            long offset,
            long size,
            List<Long> imageOffsets,
            List<Long> entryOffsets,
            List<Map<String, Long>> textOffsets) {

        public Located {
            imageOffsets = List.copyOf(imageOffsets);
            entryOffsets = List.copyOf(entryOffsets);
            textOffsets = textOffsets.stream().map(Map::copyOf).toList();
        }
    }

    /// Parses bytes that are exactly one binary.
    ///
    /// @param source names the bytes in diagnostics
    /// @throws MalformedObjectException if the bytes break the format
    public static OffloadBinary parse(String source, byte[] bytes) {
        var file = ObjectBytes.of(source, bytes);
        return OffloadBinaryReader.readOnly(file).binary();
    }

    /// Parses consecutive binaries that fill `bytes`, as in a `.llvm.offloading` section.
    ///
    /// @throws MalformedObjectException if the bytes break the format
    public static List<Located> parseAll(ObjectBytes bytes) {
        return OffloadBinaryReader.readAll(bytes);
    }

    /// Whether `bytes` start with the magic of an offload binary, of any version.
    public static boolean startsIn(ObjectBytes bytes) {
        return OffloadBinaryReader.startsIn(bytes);
    }

    /// Whether `bytes` would be an offload binary if they started with its magic.
    public static boolean lacksMagic(ObjectBytes bytes) {
        return OffloadBinaryReader.lacksMagic(bytes);
    }

    /// The binary's bytes; their number is a multiple of 8.
    public byte[] write() {
        return OffloadBinaryWriter.write(this);
    }

    /// The bytes of consecutive binaries, as in a `.llvm.offloading` section.
    public static byte[] writeAll(List<OffloadBinary> binaries) {
        var section = new ByteArrayOutputStream();
        binaries.forEach(binary -> section.writeBytes(binary.write()));
        return section.toByteArray();
    }
}
