package org.offloadtck.object.container;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// Device images for several architectures in one file, as NVIDIA's `fatbinary` packs them.
///
/// ```
/// header    u32 magic, u16 version 1, u16 size of this header 16, u64 size of all that follows
/// image     u16 kind, u16 version 0x101, u32 size of this header, u64 size of the contents,
///           u32 size when compressed or 0, u32 0, u32 version of the code, u32 architecture,
///           u64 0, u64 flags, u64 0, u64 uncompressed size or 0; more fields of PTX; then the
///           contents, a multiple of 8 bytes
/// ```
///
/// NVIDIA documents none of it. Source of the header: LLVM 19, `llvm/lib/BinaryFormat/Magic.cpp`,
/// `cuda_fatbinary`, and `clang/lib/CodeGen/CGCUDANV.cpp`; of the images' headers: ZLUDA 2,
/// `FatbinHeader` and `FatbinFileHeader`; of the compression: what `fatbinary` 13.0 writes with
/// `--compress-mode=speed` (LZ4, `objects/parameters_lz4.fatbin` of the corpus) and by default
/// (Zstandard, `objects/parameters.fatbin`).
///
/// @param images in the order of the file
public record FatBinary(List<Image> images) {

    private static final long MAGIC = 0xBA55ED50L;
    private static final int VERSION = 1;
    private static final int HEADER = 16;
    private static final int IMAGE_VERSION = 0x101;
    private static final int IMAGE_HEADER = 64;
    private static final int ALIGNMENT = 8;

    /// Offsets in the header.
    private static final int AT_HEADER_SIZE = 6;

    private static final int AT_SIZE = 8;

    /// Offsets in an image's header.
    private static final int AT_COMPRESSED_SIZE = 16;

    private static final int AT_FLAGS = 40;
    private static final int AT_UNCOMPRESSED_SIZE = 56;

    /// Most bytes of an image that are decompressed, 1 GiB.
    private static final long MOST_UNCOMPRESSED = 1L << 30;

    /// Flags of an image: 64-bit addresses, Linux.
    private static final long FLAGS = 0x11;

    /// Flag of an image: its contents are a block of LZ4.
    private static final long LZ4 = 0x2000;

    /// Flag of an image: its contents are a frame of Zstandard.
    private static final long ZSTANDARD = 0x8000;

    /// Architectures have ten minor numbers.
    private static final int MINORS = 10;

    /// Which devices an image is for (PTX ISA 9.0 §11.1.2), with the flag that `fatbinary` 13.0
    /// sets.
    public enum Portability {
        /// Those of the architecture and, as PTX, of later ones.
        COMPATIBLE(0, ""),
        /// Those of the architecture and of later ones with the same major number, as of `sm_100f`.
        FAMILY(0x20_0000, "f"),
        /// Those of the architecture alone, as of `sm_90a`.
        SPECIFIC(0x10_0000, "a");

        private final long flag;
        private final String suffix;

        Portability(long flag, String suffix) {
            this.flag = flag;
            this.suffix = suffix;
        }

        private static Portability of(long flags) {
            return Stream.of(SPECIFIC, FAMILY)
                    .filter(each -> (flags & each.flag) != 0)
                    .findFirst()
                    .orElse(COMPATIBLE);
        }
    }

    /// The format of an image.
    public enum Kind {
        /// Text.
        PTX(1, 0),
        /// A cubin; here, a device container. Its code version is that of `ptxas`, 1.7.
        ELF(2, 0x10007);

        private final int code;
        private final long codeVersion;

        Kind(int code, long codeVersion) {
            this.code = code;
            this.codeVersion = codeVersion;
        }

        static Optional<Kind> of(int code) {
            return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
        }
    }

    /// An image.
    ///
    /// @param sm the architecture's number: 75 for `sm_75`
    /// @param contents its bytes; after reading, padded with up to seven zeros
    public record Image(Kind kind, int sm, Portability portability, ByteBuffer contents) {

        /// An image for the devices of an architecture and of later ones.
        public Image(Kind kind, int sm, ByteBuffer contents) {
            this(kind, sm, Portability.COMPATIBLE, contents);
        }

        public Image {
            contents = contents.slice().asReadOnlyBuffer();
        }

        /// What compilers call its architecture: `sm_90a`.
        public String architecture() {
            return "sm_" + sm + portability.suffix;
        }

        /// Whether it is for a device (CUDA C++ Programming Guide 13.0 §5.1, *Binary
        /// Compatibility*, *PTX Compatibility*).
        ///
        /// @param device the number of the device's architecture
        public boolean suits(int device) {
            boolean isOfFamily = sm / MINORS == device / MINORS;
            return sm <= device
                    && switch (portability) {
                        case COMPATIBLE -> kind == Kind.PTX || isOfFamily;
                        case FAMILY -> isOfFamily;
                        case SPECIFIC -> sm == device;
                    };
        }

        /// A copy of the contents.
        public byte[] bytes() {
            var bytes = new byte[contents.remaining()];
            contents.duplicate().get(bytes);
            return bytes;
        }
    }

    public FatBinary {
        images = List.copyOf(images);
    }

    /// Whether a file starts with the magic of a fat binary.
    public static boolean isFatBinary(byte[] bytes) {
        return isFatBinary(ObjectBytes.of("file", bytes));
    }

    /// Whether a part of a file starts with the magic of a fat binary.
    public static boolean isFatBinary(ObjectBytes bytes) {
        return bytes.size() >= Integer.BYTES && bytes.u32(0, "magic") == MAGIC;
    }

    /// Reads a fat binary. Images of unknown kinds are skipped; compressed ones are decompressed.
    ///
    /// @param source names the file in diagnostics
    /// @throws MalformedObjectException if the bytes are not a fat binary
    public static FatBinary parse(String source, byte[] bytes) {
        return parse(ObjectBytes.of(source, bytes));
    }

    /// Reads a fat binary that is part of another file.
    public static FatBinary parse(ObjectBytes file) {
        return new FatBinary(parseAll(file).stream().map(Located::image).toList());
    }

    /// Reads fat binaries that follow each other, up to the end of `file`.
    ///
    /// @throws MalformedObjectException if one of them is none
    public static List<FatBinary> parseSequence(ObjectBytes file) {
        var binaries = new ArrayList<FatBinary>();
        for (long at = 0; at < file.size(); ) {
            var rest = file.window(at, file.size() - at, "fat binary");
            binaries.add(parse(rest));
            at += rest.u16(AT_HEADER_SIZE, "header size") + rest.u64(AT_SIZE, "size");
        }
        return binaries;
    }

    /// An image and its place in a file.
    ///
    /// @param offset of its contents, compressed or not, in bytes from the start of the file
    public record Located(Image image, long offset) {}

    /// Reads the fat binary at the start of `file` and the places of its images.
    public static List<Located> parseAll(ObjectBytes file) {
        require(
                file,
                file.u32(0, "magic") == MAGIC,
                0,
                "does not start with the magic of a fat binary");
        require(file, file.u16(4, "version") == VERSION, 4, "version is not 1");
        int at = file.u16(AT_HEADER_SIZE, "header size");
        require(
                file,
                at >= HEADER,
                AT_HEADER_SIZE,
                "header has %d bytes when it should have 16 or more".formatted(at));
        long size = file.u64(AT_SIZE, "size");
        file.at(at, size, "images");
        var images = new ArrayList<Located>();
        for (long next = at; next < at + size; ) {
            next = readImage(file, next, images);
        }
        return images;
    }

    /// Reads the image at `at`.
    ///
    /// @return the offset of the next image
    private static long readImage(ObjectBytes file, long at, List<Located> images) {
        var kind = Kind.of(file.u16(at, "kind"));
        long header = file.u32(at + 4, "image header size");
        require(
                file,
                header >= IMAGE_HEADER,
                at + 4,
                "image header has %d bytes".formatted(header));
        long size = file.u64(at + 8, "image size");
        long sm = file.u32(at + 28, "architecture");
        file.require(at + header, size, "image");
        if (kind.isPresent()) {
            var contents = contents(file, at, header, size);
            var portability = Portability.of(file.i64(at + AT_FLAGS, "flags"));
            var image = new Image(kind.get(), (int) sm, portability, contents);
            images.add(new Located(image, file.base() + at + header));
        }
        return at + header + size;
    }

    private static ByteBuffer contents(ObjectBytes file, long at, long header, long size) {
        long compressed = file.u32(at + AT_COMPRESSED_SIZE, "compressed size");
        if (compressed == 0) {
            return file.at(at + header, size, "image").asByteBuffer();
        }
        var image = file.window(at + header, size, "image");
        var block = image.window(0, compressed, "compressed image");
        long uncompressed = file.u64(at + AT_UNCOMPRESSED_SIZE, "uncompressed size");
        require(
                file,
                uncompressed <= MOST_UNCOMPRESSED,
                at + AT_UNCOMPRESSED_SIZE,
                FormatRule.SIZE,
                "uncompressed size is %d bytes when it should be %d or less"
                        .formatted(uncompressed, MOST_UNCOMPRESSED));
        long compression = file.i64(at + AT_FLAGS, "flags") & (LZ4 | ZSTANDARD);
        require(
                file,
                compression == LZ4 || compression == ZSTANDARD,
                at + AT_FLAGS,
                FormatRule.PLAIN,
                "image is compressed, but neither with LZ4 nor with Zstandard");
        return ByteBuffer.wrap(
                compression == LZ4
                        ? Lz4Block.decompress(block, uncompressed)
                        : ZstandardFrame.decompress(block, uncompressed));
    }

    private static void require(ObjectBytes file, boolean held, long at, String problem) {
        require(file, held, at, FormatRule.CODE, problem);
    }

    private static void require(
            ObjectBytes file, boolean held, long at, FormatRule rule, String problem) {
        if (!held) {
            throw file.malformed(at, rule, problem);
        }
    }

    /// The bytes of the file; equal fat binaries give equal bytes.
    public byte[] write() {
        var body = new ByteWriter();
        for (var image : images) {
            write(image, body);
        }
        var file = new ByteWriter();
        file.u32(MAGIC);
        file.u16(VERSION);
        file.u16(HEADER);
        file.u64(body.size());
        file.bytes(body.toByteArray());
        return file.toByteArray();
    }

    private static void write(Image image, ByteWriter body) {
        var bytes = image.bytes();
        int size = Math.ceilDiv(bytes.length, ALIGNMENT) * ALIGNMENT;
        body.u16(image.kind().code);
        body.u16(IMAGE_VERSION);
        body.u32(IMAGE_HEADER);
        body.u64(size);
        body.u64(0);
        body.u32(image.kind().codeVersion);
        body.u32(image.sm());
        body.u64(0);
        body.u64(FLAGS | image.portability().flag);
        body.zeros(2L * Long.BYTES);
        body.bytes(bytes);
        body.zeros((long) size - bytes.length);
    }
}
