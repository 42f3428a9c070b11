package org.offloadtck.object.ir;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How a symbol meets others of its name. The words of the LLVM Language Reference, Linkage Types;
/// PTX has `.visible` for [#EXTERNAL], `.weak` for [#WEAK], `.common` for [#COMMON], and
/// [#INTERNAL] where none is written.
public enum Linkage {
    EXTERNAL,
    WEAK,
    WEAK_ODR,
    LINKONCE,
    LINKONCE_ODR,
    COMMON,
    APPENDING,
    AVAILABLE_EXTERNALLY,
    EXTERN_WEAK,
    INTERNAL,
    PRIVATE;

    static Optional<Linkage> of(String word) {
        return Arrays.stream(values())
                .filter(linkage -> linkage.keyword().equals(word))
                .findFirst();
    }

    /// As LLVM IR spells it.
    public String keyword() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether nothing outside the module can refer to the symbol.
    public boolean isLocal() {
        return this == INTERNAL || this == PRIVATE;
    }
}
