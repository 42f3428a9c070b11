package org.offloadtck.object.container;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// Code objects of several targets in one file, in the format of `clang-offload-bundler`, which the
/// HIP runtime loads.
///
/// ```
/// header    24 bytes magic, u64 number of code objects
/// each      u64 offset, u64 size, u64 length of the ID, the ID
/// contents  each code object at its offset, a multiple of the alignment
/// ```
///
/// @param codeObjects in the order of the file
/// @see "LLVM 19, clang/docs/ClangOffloadBundler.rst, Bundled Code Object Layout;
///   clang/lib/Driver/OffloadBundler.cpp, BinaryFileHandler"
public record OffloadBundle(List<CodeObject> codeObjects) {

    private static final String MAGIC = "__CLANG_OFFLOAD_BUNDLE__";

    /// Source: LLVM 19, `clang/docs/ClangOffloadBundler.rst`, "Compression and Decompression".
    private static final String COMPRESSED_MAGIC = "CCOB";

    /// Alignment of every code object, in bytes: linker wrappers pass `-bundle-align=4096`. Source:
    /// LLVM 16 to 22, `clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp`, `bundleHIP`.
    private static final int ALIGNMENT = 4096;

    /// Contents of an empty code object. LLVM 16 omits the padding before an empty last code
    /// object, so its offset may lie past the end of the file.
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /// Size of the fixed fields of a row: offset, size and length of the ID.
    private static final int FIXED_PART = 3 * Long.BYTES;

    /// The code of one target.
    ///
    /// @param id such as `hipv4-amdgcn-amd-amdhsa--gfx90a`
    /// @param contents its bytes; empty for the host
    public record CodeObject(String id, ByteBuffer contents) {

        public CodeObject {
            contents = contents.slice().asReadOnlyBuffer();
        }

        /// A copy of the contents.
        public byte[] bytes() {
            var bytes = new byte[contents.remaining()];
            contents.duplicate().get(bytes);
            return bytes;
        }
    }

    public OffloadBundle {
        codeObjects = List.copyOf(codeObjects);
    }

    /// Reads an uncompressed bundle.
    ///
    /// @throws MalformedObjectException if the bytes are not an uncompressed bundle
    public static OffloadBundle parse(ObjectBytes file) {
        return new OffloadBundle(parseAll(file).stream().map(Located::codeObject).toList());
    }

    /// A code object and its place in a file.
    ///
    /// @param offset of its contents, in bytes from the start of the file
    public record Located(CodeObject codeObject, long offset) {}

    /// Whether a file or a part of one starts with the magic of an uncompressed bundle.
    public static boolean isBundle(ObjectBytes file) {
        return file.size() >= MAGIC.length()
                && file.string(0, MAGIC.length(), "magic").equals(MAGIC);
    }

    /// Whether a file or a part of one starts with the magic of a compressed bundle.
    public static boolean isCompressed(ObjectBytes file) {
        return file.size() >= COMPRESSED_MAGIC.length()
                && file.string(0, COMPRESSED_MAGIC.length(), "magic").equals(COMPRESSED_MAGIC);
    }

    /// Reads the bundle at the start of `file` and the places of its code objects.
    ///
    /// @throws MalformedObjectException if the bytes are not an uncompressed bundle
    public static List<Located> parseAll(ObjectBytes file) {
        if (isCompressed(file)) {
            throw file.malformed(
                    0,
                    FormatRule.PLAIN,
                    "bundle is compressed; the kit reads uncompressed ones only");
        }
        if (!isBundle(file)) {
            throw file.malformed(0, FormatRule.MAGIC, "does not start with " + MAGIC);
        }
        long count = file.u64(MAGIC.length(), "number of code objects");
        long at = (long) MAGIC.length() + Long.BYTES;
        file.requireTable(at, count, FIXED_PART, "table of code objects");
        var codeObjects = new ArrayList<Located>();
        for (long index = 0; index < count; index++) {
            long length = file.u64(at + 2 * Long.BYTES, "length of an ID");
            codeObjects.add(codeObject(file, at, length));
            at += FIXED_PART + length;
        }
        return codeObjects;
    }

    private static Located codeObject(ObjectBytes file, long at, long idLength) {
        long offset = file.u64(at, "offset of a code object");
        long size = file.u64(at + Long.BYTES, "size of a code object");
        String id = file.string(at + FIXED_PART, idLength, "ID");
        var contents = size == 0 ? NOTHING : file.at(offset, size, "code object").asByteBuffer();
        return new Located(new CodeObject(id, contents), file.base() + offset);
    }

    /// The bytes of the file; equal bundles give equal bytes.
    public byte[] write() {
        var offsets = offsets();
        var file = new ByteWriter().bytes(MAGIC.getBytes(US_ASCII)).u64(codeObjects.size());
        for (int index = 0; index < offsets.size(); index++) {
            byte[] id = id(codeObjects.get(index));
            file.u64(offsets.get(index));
            file.u64(codeObjects.get(index).contents().remaining());
            file.u64(id.length);
            file.bytes(id);
        }
        for (int index = 0; index < offsets.size(); index++) {
            file.align(ALIGNMENT).bytes(codeObjects.get(index).bytes());
        }
        return file.toByteArray();
    }

    /// Offsets of the code objects; an empty one has the offset of the next.
    private List<Long> offsets() {
        long end = (long) MAGIC.length() + Long.BYTES;
        for (var codeObject : codeObjects) {
            end += FIXED_PART + id(codeObject).length;
        }
        var offsets = new ArrayList<Long>();
        for (var codeObject : codeObjects) {
            long offset = Math.ceilDiv(end, ALIGNMENT) * ALIGNMENT;
            offsets.add(offset);
            end = offset + codeObject.contents().remaining();
        }
        return offsets;
    }

    private static byte[] id(CodeObject codeObject) {
        return codeObject.id().getBytes(US_ASCII);
    }
}
