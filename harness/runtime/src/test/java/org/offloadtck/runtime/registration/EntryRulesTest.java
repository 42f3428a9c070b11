package org.offloadtck.runtime.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// The valid combinations of flags and sizes, by edition.
final class EntryRulesTest {

    private static final AbiProfiles PROFILES = AbiProfiles.load();

    @ParameterizedTest
    @CsvSource({
        "llvm-16, 0x0, 0",
        "llvm-16, 0x0, 4",
        "llvm-16, 0x1, 8",
        "llvm-16, 0x2, 0",
        "llvm-16, 0x4, 0",
        "documented, 0x8, 0",
        "llvm-19, 0x8, 8",
        "llvm-19, 0x10, 0",
        "llvm-22, 0x20, 24"
    })
    void takesWhatFrontEndsWrite(String profile, String flags, long size) {
        check(profile, entry(flags, size, 0x1000));

        assertThat(size).isNotNegative();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "llvm-16 | 0x1  | 4  | entry x is link and of 4 bytes when it should be of 8, a"
                        + " pointer",
                "llvm-16 | 0x2  | 4  | entry x is ctor and of 4 bytes when it should be of 0",
                "llvm-16 | 0x8  | 8  | entry x has flags 0x8 when those of llvm-16 are 0x7",
                "llvm-16 | 0x10 | 0  | entry x has flags 0x10 when those of llvm-16 are 0x7",
                "llvm-19 | 0x2  | 0  | entry x has flags 0x2 when those of llvm-19 are 0x19",
                "llvm-19 | 0x8  | 0  | entry x is indirect and of 0 bytes when it should be of 8, a"
                        + " pointer",
                "llvm-19 | 0x10 | 4  | entry x is register-requires and of 4 bytes when it should"
                        + " be of 0",
                "documented | 0x8 | 8 | entry x is indirect and of 8 bytes when it should be of 0,"
                        + " as a function",
                "llvm-22 | 0x20 | 12 | entry x is indirect-vtable and of 12 bytes when it should be"
                        + " of a whole number of pointers",
                "llvm-22 | 0x40 | 0  | entry x has flags 0x40 when those of llvm-22 are 0x39"
            })
    void rejectsWhatNoneWrites(String profile, String flags, long size, String problem) {
        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> check(profile, entry(flags, size, 0x1000)))
                .matches(fault -> fault.rule() == RuntimeRule.ENTRY_FLAGS)
                .withMessage("__tgt_register_lib: 0x500: " + problem);
    }

    @Test
    void wantsAnAddressOfAllButRequires() {
        check("llvm-19", entry("0x10", 0, 0));

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> check("llvm-19", entry("0x0", 0, 0)))
                .withMessage("__tgt_register_lib: 0x500: entry x has no address");
    }

    private static void check(String profile, HostEntry entry) {
        new EntryRules(PROFILES.profile(profile).entries(), profile).check(entry);
    }

    private static HostEntry entry(String flags, long size, long address) {
        var fields = new OffloadEntry(0, 1, 1, Long.decode(flags), address, 0x2000, size, 0, 0);
        return new HostEntry(0x500, fields, "x");
    }
}
