package org.offloadtck.reports.html;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.requirement.Catalogue;

/// A set of profiles in few words: `documented … llvm-19, llvm-23`.
final class ProfileRange {

    private ProfileRange() {}

    /// Three or more that follow each other in the catalogue are joined to a range.
    static String of(List<String> profiles, Catalogue catalogue) {
        var ranges = new ArrayList<String>();
        var run = new ArrayList<String>();
        for (var profile : catalogue.profiles()) {
            if (profiles.contains(profile)) {
                run.add(profile);
            } else {
                close(run, ranges);
            }
        }
        close(run, ranges);
        return String.join(", ", ranges);
    }

    private static void close(List<String> run, List<String> ranges) {
        if (run.size() > 2) {
            ranges.add("%s … %s".formatted(run.getFirst(), run.getLast()));
        } else {
            ranges.addAll(run);
        }
        run.clear();
    }
}
