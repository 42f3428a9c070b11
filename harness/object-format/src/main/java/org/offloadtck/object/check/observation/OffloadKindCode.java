package org.offloadtck.object.check.observation;

import org.offloadtck.object.offload.OffloadKind;

/// The programming model of an image or entry, as the file states it.
public sealed interface OffloadKindCode {

    /// A number; its meaning depends on the profile.
    record Numbered(int code) implements OffloadKindCode {}

    /// A kind that the file states by a name, for example the name of a section.
    record Named(OffloadKind kind) implements OffloadKindCode {}

    /// A word that may be no kind the kit knows.
    record Word(String word) implements OffloadKindCode {}

    /// Whether the kind is OpenMP, which is number 1 in every numbering.
    default boolean isOpenmp() {
        return switch (this) {
            case Numbered(var code) -> code == 1;
            case Named(var kind) -> kind == OffloadKind.OPENMP;
            case Word(var word) -> word.equals(OffloadKind.OPENMP.label());
        };
    }
}
