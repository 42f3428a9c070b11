package org.offloadtck.object.check.report;

/// A value of a file that is not a profile's.
///
/// @param field the profile's key, such as `entries.layout`
/// @param is the file's value
/// @param shouldBe the profile's; empty when it is compared with no one profile
/// @param where in the file, such as `section llvm_offload_entries`
public record ProfileMismatch(String field, String actual, String expected, String where) {

    /// The disagreement as a sentence.
    public String sentence() {
        return expected.isEmpty()
                ? "%s is %s (%s)".formatted(field, actual, where)
                : "%s is %s when it should be %s (%s)".formatted(field, actual, expected, where);
    }
}
