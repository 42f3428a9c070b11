package org.offloadtck.object.check.rule;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A rule that a file can break. `docs/contracts.md` lists all rules; the build writes it from
/// them.
public sealed interface Rule
        permits BitcodeRule,
                CodeObjectRule,
                EntryRule,
                FileRule,
                ImageRule,
                LinkSetRule,
                ModuleRule,
                OffloadBinaryRule,
                ProfileRule,
                RegistrationRule {

    Contract contract();

    /// The constant's name.
    String name();

    /// All rules, in the order of the pipeline.
    static List<Rule> all() {
        return Stream.<Rule[]>of(
                        FileRule.values(),
                        ProfileRule.values(),
                        ModuleRule.values(),
                        EntryRule.values(),
                        OffloadBinaryRule.values(),
                        BitcodeRule.values(),
                        CodeObjectRule.values(),
                        ImageRule.values(),
                        RegistrationRule.values(),
                        LinkSetRule.values())
                .flatMap(Arrays::stream)
                .toList();
    }

    default Severity severity() {
        return contract().severity();
    }

    /// The requirement that a file with such a finding breaks.
    default String requirement() {
        return contract().requirement();
    }

    /// The name of the rule in reports, such as `extracted-again`.
    default String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
