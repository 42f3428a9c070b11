package org.offloadtck.object.check.observation;

import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.profile.AbiProfile;

/// A value of a file for which profiles have a value too.
///
/// @param field the profile's key
/// @param observed the file's value
/// @param expected what the profile expects instead; empty if it agrees
public record ObservedValue(
        String field,
        String observed,
        Place where,
        Function<AbiProfile, Optional<String>> expected) {

    /// Agrees with the profiles whose value is `observed`.
    public static ObservedValue equal(
            String field, String observed, Place where, Function<AbiProfile, String> value) {
        return new ObservedValue(
                field,
                observed,
                where,
                profile -> {
                    var has = value.apply(profile);
                    return has.equals(observed) ? Optional.empty() : Optional.of(has);
                });
    }

    /// Agrees with the profiles whose values include `observed`.
    public static ObservedValue among(
            String field,
            String observed,
            Place where,
            Function<AbiProfile, Collection<String>> values) {
        return new ObservedValue(
                field,
                observed,
                where,
                profile -> {
                    var all = values.apply(profile);
                    if (!observed.isEmpty() && all.contains(observed)) {
                        return Optional.empty();
                    }
                    var has = new TreeSet<>(all);
                    has.remove("");
                    return Optional.of(has.isEmpty() ? "absent" : String.join(" or ", has));
                });
    }

    /// Agrees with the profiles for which `holds` is true; the others expect `shouldBe`.
    public static ObservedValue satisfying(
            String field,
            String observed,
            Place where,
            Predicate<AbiProfile> holds,
            String shouldBe) {
        return new ObservedValue(
                field,
                observed,
                where,
                profile -> holds.test(profile) ? Optional.empty() : Optional.of(shouldBe));
    }

    /// The same value at another place; `expected` is the same function.
    public ObservedValue at(Place other) {
        return new ObservedValue(field, observed, other, expected);
    }

    /// The value as one that a profile lacks.
    ///
    /// @param shouldBe the profile's value
    public ProfileMismatch mismatch(String shouldBe) {
        return new ProfileMismatch(field, observed, shouldBe, where);
    }

    /// The value as one that no profile has.
    public ProfileMismatch unexpected() {
        return new ProfileMismatch(field, observed, "", where);
    }
}
