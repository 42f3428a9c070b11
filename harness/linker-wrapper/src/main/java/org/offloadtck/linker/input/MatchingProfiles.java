package org.offloadtck.linker.input;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;

/// The kit's ABI profiles that match a condition, for diagnostics.
public final class MatchingProfiles {

    private static final List<AbiProfile> ALL = AbiProfiles.load().all();

    private MatchingProfiles() {}

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
