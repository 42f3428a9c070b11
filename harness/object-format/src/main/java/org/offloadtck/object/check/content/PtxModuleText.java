package org.offloadtck.object.check.content;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// The bytes of a PTX module, read as tokens are: without comments and the contents of strings.
///
/// Source: PTX ISA 8.5, section 4.1, "Source Format", and section 4.4.1: a module begins with
/// `.version`, then `.target`. A NUL ends the text; loaders of CUDA take a NUL-terminated string.
final class PtxModuleText {

    private final MemorySegment bytes;

    private PtxModuleText(MemorySegment bytes) {
        this.bytes = bytes;
    }

    static PtxModuleText of(MemorySegment bytes) {
        return new PtxModuleText(bytes);
    }

    /// A fault of the text.
    ///
    /// @param offset from the start of the text, in bytes
    record Fault(long offset, String problem) {}

    /// Whether `directive` is the first text after blanks and comments.
    boolean startsWith(String directive) {
        return at(afterBlanks(0), directive);
    }

    /// The first fault that shows that the text is not whole; empty if it is.
    Optional<Fault> fault() {
        long nul = firstNul();
        long end = afterNuls(nul);
        if (end < bytes.byteSize()) {
            return fault(nul, "a NUL is inside the text when it should end it");
        }
        long first = afterBlanks(0);
        if (!at(first, ".version")) {
            return fault(first, "the text begins otherwise when it should begin with .version");
        }
        long second = afterBlanks(afterLine(first));
        return at(second, ".target")
                ? unbalanced(nul)
                : fault(second, "another text follows .version when .target should");
    }

    private static Optional<Fault> fault(long offset, String problem) {
        return Optional.of(new Fault(offset, problem));
    }

    private Optional<Fault> unbalanced(long end) {
        long open = 0;
        long next = afterBlanks(0);
        while (next < end) {
            switch (at(next)) {
                case '{' -> open++;
                case '}' -> open--;
                case '"' -> next = closing(next);
                default -> {}
            }
            if (open < 0) {
                return fault(next, "a block is closed when none is open");
            }
            next = afterBlanks(next + 1);
        }
        return open == 0
                ? Optional.empty()
                : fault(end, "the text ends inside a block when a '}' should close it");
    }

    /// Offset of the quote that closes the string at `quote`, or the end of the text.
    private long closing(long quote) {
        long next = quote + 1;
        while (next < bytes.byteSize() && at(next) != '"') {
            next += at(next) == '\\' ? 2 : 1;
        }
        return next;
    }

    /// Offset of the first byte from `start` on that is neither blank nor in a comment.
    private long afterBlanks(long start) {
        long next = start;
        while (next < bytes.byteSize()) {
            if (at(next, "//")) {
                next = afterLine(next);
            } else if (at(next, "/*")) {
                next = afterComment(next + 2);
            } else if (Character.isWhitespace(at(next))) {
                next++;
            } else {
                return next;
            }
        }
        return next;
    }

    private long afterLine(long start) {
        long next = start;
        while (next < bytes.byteSize() && at(next) != '\n') {
            next++;
        }
        return next;
    }

    private long afterComment(long start) {
        long next = start;
        while (next < bytes.byteSize() && !at(next, "*/")) {
            next++;
        }
        return next + 2;
    }

    private long firstNul() {
        long next = 0;
        while (next < bytes.byteSize() && at(next) != 0) {
            next++;
        }
        return next;
    }

    private long afterNuls(long start) {
        long next = start;
        while (next < bytes.byteSize() && at(next) == 0) {
            next++;
        }
        return next;
    }

    private char at(long offset) {
        return (char) Byte.toUnsignedInt(bytes.get(JAVA_BYTE, offset));
    }

    private boolean at(long offset, String text) {
        if (offset > bytes.byteSize() - text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (at(offset + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
