package org.offloadtck.linker.input;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;

/// The kit's profiles, to say which of them fits what another one does not.
public final class MatchingProfiles {

    private static final List<AbiProfile> ALL = AbiProfiles.load().all();

    private MatchingProfiles() {}

    /// All of them.
    public static List<AbiProfile> all() {
        return ALL;
    }

    /// Those that fit, runs of neighbours as such: `documented, llvm-14 to llvm-19`.
    public static String of(Predicate<AbiProfile> fits) {
        var runs = new ArrayList<String>();
        int next = 0;
        while (next < ALL.size()) {
            int first = next;
            while (next < ALL.size() && fits.test(ALL.get(next)) && areKin(first, next)) {
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

    /// Whether two profiles are releases of one toolchain: their ids differ behind the hyphen.
    private static boolean areKin(int one, int other) {
        return family(ALL.get(one).id()).equals(family(ALL.get(other).id()));
    }

    private static String family(String id) {
        return id.substring(0, id.indexOf('-') + 1);
    }

    private static String run(String first, String last) {
        return first.equals(last) ? first : first + " to " + last;
    }
}
