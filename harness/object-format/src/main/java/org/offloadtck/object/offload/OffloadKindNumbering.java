package org.offloadtck.object.offload;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/// The two numberings of offload kinds in LLVM. The format version did not change with the
/// numbering: LLVM 21 reads a HIP image of LLVM 16 as an image for OpenMP *and* CUDA.
///
/// Requirement: OB-08.
public enum OffloadKindNumbering {
    /// Consecutive numbers. Source: LLVM 15 to 20, `llvm/include/llvm/Object/OffloadBinary.h`,
    /// `enum OffloadKind`: `OFK_OpenMP`, `OFK_Cuda`, `OFK_HIP`.
    SEQUENTIAL("sequential"),

    /// One bit for each kind. Source: LLVM 21 to 23, the same file: `OFK_SYCL = (1 << 3)`.
    BITMASK("bitmask");

    private static final int NO_CODE = 0;

    private static final List<OffloadKind> KINDS = List.of(OffloadKind.values());

    private final String label;

    OffloadKindNumbering(String label) {
        this.label = label;
    }

    /// The name of this numbering in a profile.
    public String label() {
        return label;
    }

    public static Optional<OffloadKindNumbering> of(String label) {
        return Arrays.stream(values()).filter(one -> one.label.equals(label)).findFirst();
    }

    /// The number of `kind`; empty if this numbering has none.
    public OptionalInt code(OffloadKind kind) {
        int code = codeOrNone(kind);
        return code == NO_CODE ? OptionalInt.empty() : OptionalInt.of(code);
    }

    /// The kind of `code`; empty for 0 (none), a combination of kinds and an unknown code.
    public Optional<OffloadKind> kind(int code) {
        for (var kind : KINDS) {
            if (code != NO_CODE && codeOrNone(kind) == code) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /// Every kind that a reader of this numbering finds in `code`: with [#BITMASK], 3 is OpenMP and
    /// CUDA. Empty for 0 and for unknown codes.
    public Set<OffloadKind> kinds(int code) {
        return switch (this) {
            case SEQUENTIAL -> kind(code).map(Set::of).orElse(Set.of());
            case BITMASK -> mask(code);
        };
    }

    /// The name of `code` in reports: `none`, `hip`, `openmp|cuda` or `unknown(99)`.
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
        for (var kind : KINDS) {
            if ((code & codeOrNone(kind)) != 0) {
                kinds.add(kind);
                known |= codeOrNone(kind);
            }
        }
        return known == code ? Collections.unmodifiableSet(kinds) : Set.of();
    }
}
