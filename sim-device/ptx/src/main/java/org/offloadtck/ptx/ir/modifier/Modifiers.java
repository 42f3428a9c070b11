package org.offloadtck.ptx.ir.modifier;

import java.util.ArrayList;
import java.util.List;

/// The modifiers of an instruction, in the order of its row of the instruction table.
///
/// @param written each kind occurs at most once, except types
public record Modifiers(List<Modifier> written) {

    public Modifiers {
        written = List.copyOf(written);
    }

    /// Whether the flag is present.
    public boolean has(Flag flag) {
        return written.contains(flag);
    }

    /// The modifier of the same class as `absent`, or `absent` if there is none.
    public <M extends Modifier> M or(M absent) {
        for (var modifier : written) {
            if (modifier.getClass() == absent.getClass()) {
                @SuppressWarnings("unchecked") // the same class as `absent`
                var found = (M) modifier;
                return found;
            }
        }
        return absent;
    }

    /// The modifier of that class, which the row requires.
    ///
    /// @throws IllegalStateException if the row does not have it
    public <M extends Modifier> M get(Class<M> kind) {
        for (var modifier : written) {
            if (kind.isInstance(modifier)) {
                return kind.cast(modifier);
            }
        }
        throw new IllegalStateException("%s has no %s".formatted(written, kind.getSimpleName()));
    }

    /// The types, in the order of the mnemonic.
    public List<PtxType> types() {
        var types = new ArrayList<PtxType>(2);
        for (var modifier : written) {
            if (modifier instanceof PtxType type) {
                types.add(type);
            }
        }
        return types;
    }
}
