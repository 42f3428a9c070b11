package org.offloadtck.linker.relocatable;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The hash that makes the section names of a relocatable link unique: the first eight bytes of the
/// MD5 digest of the linker's output, before any section is renamed.
///
/// @param value these bytes as a little-endian number, unsigned
/// @see "LLVM 19, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, relocateOffloadSection:
///   llvm::MD5Hash, which is the low word of the digest"
public record LinkerOutputHash(long value) {

    /// Hashes the output of a linker.
    ///
    /// @param output the linker's output file; empty in a dry run
    public static LinkerOutputHash of(byte[] output) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(output);
            return new LinkerOutputHash(
                    ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    /// `_4b2008fd98c1dd4`: 1 to 16 lower-case hexadecimal digits without leading zeros.
    public String suffix() {
        return "_" + Long.toHexString(value);
    }
}
