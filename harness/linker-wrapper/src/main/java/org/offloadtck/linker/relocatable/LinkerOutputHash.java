package org.offloadtck.linker.relocatable;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// What names the sections of one relocatable link apart from those of any other: the first eight
/// bytes of the MD5 digest of what the linker wrote, before anything in it is renamed.
///
/// @param value those bytes as a little-endian number, unsigned
/// @see "LLVM 19, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, relocateOffloadSection:
///   llvm::MD5Hash, which is the low word of the digest"
public record LinkerOutputHash(long value) {

    /// The hash of what a linker wrote.
    ///
    /// @param output the linker's output file; empty for that of a dry run
    public static LinkerOutputHash of(byte[] output) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(output);
            return new LinkerOutputHash(
                    ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    /// `_4b2008fd98c1dd4`: lower-case hexadecimal digits, 1 to 16 of them, none a leading zero.
    public String suffix() {
        return "_" + Long.toHexString(value);
    }
}
