package org.offloadtck.linker.input;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;

/// The kit's ABI profiles that match a condition, for diagnostics.
public final class MatchingProfiles {

    private static final List<AbiProfile> ALL = AbiProfiles.load().all();

    private static final Set<String> ENTRY_SECTIONS =
            ALL.stream()
                    .flatMap(profile ->
                            Arrays.stream(OffloadKind.values())
                                    .flatMap(kind -> profile.entries().section(kind).stream()))
                    .collect(toUnmodifiableSet());

    private MatchingProfiles() {}

    /// The names of the sections in which any release keeps entries of any programming model.
    public static Set<String> entrySections() {
        return ENTRY_SECTIONS;
    }

    /// All profiles of the kit, oldest first.
    public static List<AbiProfile> all() {
        return ALL;
    }

    /// The ids of the profiles that match, with runs of neighbours joined: `documented, llvm-14 to
    /// llvm-19`.
    public static String ids(Predicate<AbiProfile> fits) {
        var runs = new ArrayList<String>();
        int next = 0;
        while (next < ALL.size()) {
            int first = next;
            while (next < ALL.size() && fits.test(ALL.get(next)) && areOneToolchain(first, next)) {
                next++;
            }
            if (next > first) {
                runs.add(run(ALL.get(first).id(), ALL.get(next - 1).id()));
            } else {
                next++;
            }
        }
        return runs.isEmpty() ? "none" : String.join(", ", runs);
    }

    /// Whether two profiles are releases of one toolchain: their ids differ only behind the hyphen.
    private static boolean areOneToolchain(int one, int other) {
        return family(ALL.get(one).id()).equals(family(ALL.get(other).id()));
    }

    private static String family(String id) {
        return id.substring(0, id.indexOf('-') + 1);
    }

    private static String run(String first, String last) {
        return first.equals(last) ? first : first + " to " + last;
    }
}
