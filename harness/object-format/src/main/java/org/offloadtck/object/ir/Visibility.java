package org.offloadtck.object.ir;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Who may refer to a symbol once its image is loaded. The words of the LLVM Language Reference,
/// Visibility Styles.
public enum Visibility {
    /// Everyone, and another image may define it instead.
    DEFAULT,
    /// Everyone.
    PROTECTED,
    /// Nobody outside the image.
    HIDDEN,
    /// PTX has no visibility.
    UNSTATED;

    static Optional<Visibility> of(String word) {
        return Arrays.stream(values())
                .filter(visibility -> visibility != UNSTATED && visibility.keyword().equals(word))
                .findFirst();
    }

    /// As LLVM IR spells it.
    public String keyword() {
        return name().toLowerCase(Locale.ROOT);
    }
}
