package org.offloadtck.object.check.report;

import java.util.List;
import org.offloadtck.object.check.rule.Rule;

/// A fault of a file.
///
/// Requirement: OC-06.
///
/// @param section at fault; empty if the file has no sections
/// @param offset in bytes from the start of the file
/// @param problem what is wrong and what is expected
/// @param differences the values at fault and those of the profiles that the problem names; empty
///   if the rule compares no profiles
public record Finding(
        Rule rule, String section, long offset, String problem, List<Difference> differences) {

    public Finding {
        differences = List.copyOf(differences);
    }

    /// A finding that compares no profiles.
    public Finding(Rule rule, String section, long offset, String problem) {
        this(rule, section, offset, problem, List.of());
    }
}
