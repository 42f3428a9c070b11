package org.offloadtck.object.check.registration;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.RegistrationRule;

/// Finds archive members of which a linker can link one only, because each has a wrapper with an
/// external dummy symbol of the same name.
///
/// Source: LLVM 15 to 18, `OffloadWrapper.cpp`: the dummy symbol is hidden, which binds across the
/// objects of one link.
///
/// Requirement: OC-13.
public final class ClashingWrapperCheck {

    private static final String DUMMY = "__dummy.";

    private ClashingWrapperCheck() {}

    public static List<Finding> in(Archive archive) {
        var members = new TreeMap<String, List<Integer>>();
        for (var symbol : archive.symbols()) {
            if (symbol.name().startsWith(DUMMY)) {
                members.computeIfAbsent(symbol.name(), _ -> new ArrayList<>()).add(symbol.member());
            }
        }
        var findings = new ArrayList<Finding>();
        members.forEach((dummy, defining) -> {
            if (defining.size() > 1) {
                findings.add(clash(archive, dummy, defining));
            }
        });
        return findings;
    }

    private static Finding clash(Archive archive, String dummy, List<Integer> defining) {
        var names = defining.stream().map(index -> archive.members().get(index).name()).toList();
        return new Finding(
                RegistrationRule.CLASHING_WRAPPERS,
                "",
                0,
                "%s is defined by %s when a link can have one of them only"
                        .formatted(dummy, String.join(", ", names)));
    }
}
