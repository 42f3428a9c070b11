package org.offloadtck.object.container;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// Code objects of several targets in one file, as `clang-offload-bundler` puts them together: what
/// the HIP runtime is given.
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

    /// Of every code object, in bytes: linker wrappers pass `-bundle-align=4096`. Source: LLVM 16
    /// to 22, `clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp`, `bundleHIP`.
    private static final int ALIGNMENT = 4096;

    /// LLVM 16 leaves out the zeros in front of a last code object of no bytes, so that its offset
    /// is behind the end of the file.
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /// Offset, size and length of an ID.
    private static final int FIXED_PART = 3 * Long.BYTES;

    /// One target's code.
    ///
    /// @param id such as `hipv4-amdgcn-amd-amdhsa--gfx90a`
    /// @param contents its bytes; none for the host
    public record CodeObject(String id, ByteBuffer contents) {

        public CodeObject {
            contents = contents.slice().asReadOnlyBuffer();
        }

        /// A fresh copy of the contents.
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
    /// @throws MalformedObjectException if the bytes are something else, or damaged
    public static OffloadBundle parse(ObjectBytes file) {
        return new OffloadBundle(parseAll(file).stream().map(Located::codeObject).toList());
    }

    /// A code object and where it lies.
    ///
    /// @param offset of its contents, in bytes from the start of the file
    public record Located(CodeObject codeObject, long offset) {}

    /// Whether a file, or a part of one, begins as an uncompressed bundle does.
    public static boolean isBundle(ObjectBytes file) {
        return file.size() >= MAGIC.length()
                && file.string(0, MAGIC.length(), "magic").equals(MAGIC);
    }

    /// Whether a file, or a part of one, begins as a compressed bundle does.
    public static boolean isCompressed(ObjectBytes file) {
        return file.size() >= COMPRESSED_MAGIC.length()
                && file.string(0, COMPRESSED_MAGIC.length(), "magic").equals(COMPRESSED_MAGIC);
    }

    /// Reads the bundle that `file` begins with, and where its code objects lie.
    ///
    /// @throws MalformedObjectException if the bytes are something else, or damaged
    public static List<Located> parseAll(ObjectBytes file) {
        if (isCompressed(file)) {
            throw file.malformed(
                    0, FormatRule.PLAIN, "bundle is compressed when the kit reads plain ones");
        }
        if (!isBundle(file)) {
            throw file.malformed(0, FormatRule.MAGIC, "does not begin with " + MAGIC);
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

    /// The file; equal bundles give equal bytes.
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

    /// One of no bytes has the offset of the next.
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
