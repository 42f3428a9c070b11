package org.offloadtck.object.offload;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/// The two ways in which LLVM numbered offload kinds. The change came without a new format version:
/// a HIP image of LLVM 16 reads as one for OpenMP *and* CUDA in LLVM 21.
public enum OffloadKindNumbering {
    /// Consecutive numbers. Source: LLVM 15 to 20, `llvm/include/llvm/Object/OffloadBinary.h`,
    /// `enum OffloadKind`: `OFK_OpenMP`, `OFK_Cuda`, `OFK_HIP`.
    SEQUENTIAL("sequential"),

    /// One bit for each kind. Source: LLVM 21 to 23, the same file: `OFK_SYCL = (1 << 3)`.
    BITMASK("bitmask");

    private static final int NO_CODE = 0;

    private final String label;

    OffloadKindNumbering(String label) {
        this.label = label;
    }

    /// The word for this numbering in a profile.
    public String label() {
        return label;
    }

    public static Optional<OffloadKindNumbering> of(String label) {
        return Arrays.stream(values()).filter(one -> one.label.equals(label)).findFirst();
    }

    /// The number of `kind`; empty if this numbering has none for it.
    public OptionalInt code(OffloadKind kind) {
        int code = codeOrNone(kind);
        return code == NO_CODE ? OptionalInt.empty() : OptionalInt.of(code);
    }

    /// The kind `code` stands for; empty for 0 (none), for a combination of kinds, and for an
    /// unknown code.
    public Optional<OffloadKind> kind(int code) {
        return Arrays.stream(OffloadKind.values())
                .filter(kind -> code != NO_CODE && codeOrNone(kind) == code)
                .findFirst();
    }

    /// Every kind that a reader of this numbering takes `code` for: with [#BITMASK], 3 is OpenMP
    /// and CUDA. Empty for 0 and for unknown codes.
    public Set<OffloadKind> kinds(int code) {
        return switch (this) {
            case SEQUENTIAL -> kind(code).map(Set::of).orElse(Set.of());
            case BITMASK -> mask(code);
        };
    }

    /// The word for `code` in reports: `none`, `hip`, `openmp|cuda` or `unknown(99)`.
    public String nameOf(int code) {
        if (code == NO_CODE) {
            return "none";
        }
        var kinds = kinds(code);
        return kinds.isEmpty()
                ? "unknown(" + code + ")"
                : kinds.stream().map(OffloadKind::label).collect(Collectors.joining("|"));
    }

    private int codeOrNone(OffloadKind kind) {
        return switch (this) {
            case SEQUENTIAL ->
                    switch (kind) {
                        case OPENMP -> 1;
                        case CUDA -> 2;
                        case HIP -> 3;
                        case SYCL -> NO_CODE;
                    };
            case BITMASK ->
                    switch (kind) {
                        case OPENMP -> 1;
                        case CUDA -> 2;
                        case HIP -> 4;
                        case SYCL -> 8;
                    };
        };
    }

    private Set<OffloadKind> mask(int code) {
        var kinds = EnumSet.noneOf(OffloadKind.class);
        int known = 0;
        for (var kind : OffloadKind.values()) {
            if ((code & codeOrNone(kind)) != 0) {
                kinds.add(kind);
                known |= codeOrNone(kind);
            }
        }
        return known == code ? Collections.unmodifiableSet(kinds) : Set.of();
    }
}
