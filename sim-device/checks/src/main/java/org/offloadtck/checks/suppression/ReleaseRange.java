package org.offloadtck.checks.suppression;

/// The releases of a toolchain that are known to have a defect.
///
/// @param first release with the defect
/// @param last release that is known to have it
public record ReleaseRange(int first, int last) {

    public ReleaseRange {
        if (first > last) {
            throw new IllegalArgumentException(
                    "first-release is %d when it should be at most last-release, %d"
                            .formatted(first, last));
        }
    }

    boolean contains(int release) {
        return release >= first && release <= last;
    }
}
