package org.offloadtck.reports.comparison;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.conformance.result.Evidence.BudgetLine;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.VerdictKind;

/// A result as far as comparisons look at it.
///
/// @param key of its identity
/// @param verdict label: `CRASH(SIGSEGV)`
/// @param reason of the verdict; empty in a baseline
/// @param scenario its id
/// @param implementation ids of its makers
/// @param device platform and what it imitates
/// @param requirements their ids
/// @param title of the scenario
/// @param figures exact measured values by the ids of their budgets
public record JudgedResult(
        String key,
        String verdict,
        String reason,
        String scenario,
        String implementation,
        String device,
        List<String> requirements,
        String title,
        SortedMap<String, Long> figures) {

    public JudgedResult {
        requirements = List.copyOf(requirements);
        figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    }

    static JudgedResult of(Result result) {
        var figures = new TreeMap<String, Long>();
        for (var evidence : result.evidence()) {
            if (evidence instanceof BudgetLine line
                    && line.measured().exactness() == Metric.Exactness.EXACT) {
                figures.put(line.budget(), line.measured().value());
            }
        }
        var identity = result.identity();
        return new JudgedResult(
                identity.key(),
                result.verdict().label(),
                result.verdict().reason(),
                identity.scenario().text(),
                identity.implementation().toString().intern(),
                identity.device().toString().intern(),
                result.requirements(),
                result.title(),
                figures);
    }

    /// The kind of the verdict.
    VerdictKind kind() {
        return VerdictKind.of(kindWord())
                .orElseThrow(() -> new IllegalStateException(verdict + " is no verdict"));
    }

    /// The verdict without what stands in parentheses.
    String kindWord() {
        return verdict.replaceFirst("\\(.*", "");
    }

    JudgedResult with(String budget, long value) {
        var more = new TreeMap<>(figures);
        more.put(budget, value);
        return new JudgedResult(
                key, verdict, reason, scenario, implementation, device, requirements, title, more);
    }
}
