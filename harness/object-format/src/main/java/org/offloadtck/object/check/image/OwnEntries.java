package org.offloadtck.object.check.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.offloadtck.object.elf.ElfObject;

/// The names for which an image for a CPU has offload entries of its own.
///
/// The plugins of LLVM 15 and earlier read addresses from them, so that they find local symbols and
/// static variables. Later plugins look up symbols. Tried with libomptarget 15, 16 and 19.
final class OwnEntries {

    /// Infix between a symbol's prefix and the entry's name.
    private static final String INFIX = "offloading.entry.";

    private static final Pattern OLD_COMPILER = Pattern.compile("clang version 1[345]\\.");

    private OwnEntries() {}

    /// The entries by which a runtime finds symbols; none if a later compiler wrote the image.
    static Set<String> of(ElfObject image) {
        return isOld(image) ? names(image) : Set.of();
    }

    /// The same; an image that does not state its compiler may be of an early one.
    static Set<String> ofUnknown(ElfObject image) {
        return image.sections(".comment").isEmpty() ? names(image) : of(image);
    }

    private static boolean isOld(ElfObject image) {
        return image.sections(".comment").stream()
                .map(comment -> new String(comment.bytes(), ISO_8859_1))
                .anyMatch(text -> OLD_COMPILER.matcher(text).find());
    }

    private static Set<String> names(ElfObject image) {
        var names = new HashSet<String>();
        for (var symbol : image.symbols()) {
            int own = symbol.name().indexOf(INFIX);
            if (own >= 0) {
                names.add(symbol.name().substring(own + INFIX.length()));
            }
        }
        return names;
    }
}
