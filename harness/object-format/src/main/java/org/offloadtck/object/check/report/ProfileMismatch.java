package org.offloadtck.object.check.report;

/// A value of a file that differs from the value of a profile.
///
/// @param field the profile's key, such as `entries.layout`
/// @param actual the file's value
/// @param expected the profile's value; empty if no single profile is compared
public record ProfileMismatch(String field, String actual, String expected, Place where) {

    /// The mismatch as a sentence.
    public String sentence() {
        var shouldBe = expected.isEmpty() ? "" : " when it should be " + expected;
        return field + " is " + actual + shouldBe + " (" + where + ")";
    }

    /// The file's value without that of a profile.
    public ProfileMismatch unexpected() {
        return expecting("");
    }

    /// The file's value beside another profile's.
    public ProfileMismatch expecting(String other) {
        return new ProfileMismatch(field, actual, other, where);
    }
}
