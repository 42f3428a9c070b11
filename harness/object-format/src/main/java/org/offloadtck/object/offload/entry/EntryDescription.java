package org.offloadtck.object.offload.entry;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.offload.OffloadKind;

/// Describes the flags of an entry in the terms of the entry's kind.
///
/// Requirements: OE-16, OE-17.
public final class EntryDescription {

    private EntryDescription() {}

    /// The description of `entry` as one of `kind`, such as `kernel`, `variable, link` or `texture,
    /// normalized`. Bits without a meaning come last, in hexadecimal.
    public static String of(OffloadKind kind, OffloadEntry entry) {
        var words =
                switch (kind) {
                    case OPENMP -> openmp(entry);
                    case CUDA, HIP, SYCL -> device(entry);
                };
        return String.join(", ", words);
    }

    private static List<String> openmp(OffloadEntry entry) {
        var words = new ArrayList<String>();
        var flags = OpenmpEntryFlag.in(entry.flags());
        if (!flags.contains(OpenmpEntryFlag.REGISTER_REQUIRES)) {
            words.add(entry.size() == 0 ? "region" : "variable");
        }
        long unknown = entry.flags();
        for (var flag : flags) {
            words.add(flag.label());
            unknown &= ~flag.bit();
        }
        addUnknown(words, unknown);
        return words;
    }

    private static List<String> device(OffloadEntry entry) {
        var words = new ArrayList<String>();
        long unknown = entry.flags();
        var kind = CudaEntryKind.in(entry.flags());
        if (kind.isPresent()) {
            unknown &= ~kind.get().code();
            words.add(
                    switch (kind.get()) {
                        case GLOBAL -> entry.size() == 0 ? "kernel" : "variable";
                        case MANAGED -> "managed";
                        case SURFACE -> "surface";
                        case TEXTURE -> "texture";
                    });
        }
        for (var modifier : CudaEntryKind.Modifier.in(entry.flags())) {
            words.add(modifier.label());
            unknown &= ~modifier.bit();
        }
        addUnknown(words, unknown);
        return words;
    }

    private static void addUnknown(List<String> words, long unknown) {
        if (unknown != 0) {
            words.add("unknown 0x%x".formatted(unknown));
        }
    }
}
