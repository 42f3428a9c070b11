package org.offloadtck.object.ir;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The linkage of a symbol: how a linker resolves several symbols of one name. The words of the
/// LLVM Language Reference, Linkage Types. PTX has `.visible` for [#EXTERNAL], `.weak` for [#WEAK]
/// and `.common` for [#COMMON]; without a word it is [#INTERNAL].
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

    /// The keyword in LLVM IR.
    public String keyword() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether no other module can refer to the symbol.
    public boolean isLocal() {
        return this == INTERNAL || this == PRIVATE;
    }
}
