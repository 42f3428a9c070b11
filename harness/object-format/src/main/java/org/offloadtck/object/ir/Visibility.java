package org.offloadtck.object.ir;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The visibility of a symbol after its image is loaded. The words of the LLVM Language Reference,
/// Visibility Styles.
public enum Visibility {
    /// Visible to all images; another image may preempt the definition.
    DEFAULT,
    /// Visible to all images; cannot be preempted.
    PROTECTED,
    /// Visible in its own image only.
    HIDDEN,
    /// PTX has no visibility.
    UNSTATED;

    static Optional<Visibility> of(String word) {
        return Arrays.stream(values())
                .filter(visibility -> visibility != UNSTATED && visibility.keyword().equals(word))
                .findFirst();
    }

    /// The keyword in LLVM IR.
    public String keyword() {
        return name().toLowerCase(Locale.ROOT);
    }
}
