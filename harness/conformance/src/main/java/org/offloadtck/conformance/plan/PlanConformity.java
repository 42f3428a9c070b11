package org.offloadtck.conformance.plan;

import java.util.Optional;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.data.Problem;

/// Compares the kit and the plan of results with a plan.
///
/// @param name of the plan's file
/// @param sha256 of the plan
record PlanConformity(String name, RunSubject.Kit kit, String sha256, ShardHead file) {

    /// Why the results are not of the plan.
    Optional<Problem> problem() {
        var part = file.circumstances().plan();
        var other = otherKit(kit, file.subject().kit());
        if (other.isPresent()) {
            return other.map(text -> problem("kit", text + ", as in the plan " + name));
        }
        if (part.sha256().isEmpty()) {
            return Optional.of(
                    problem(
                            "circumstances",
                            "has no plan when it should have %s, the plan %s"
                                    .formatted(sha256, name)));
        }
        return part.sha256().equals(sha256)
                ? Optional.empty()
                : Optional.of(
                        problem(
                                "circumstances.plan",
                                "sha256 is %s when it should be %s, the plan %s"
                                        .formatted(part.sha256(), sha256, name)));
    }

    private Problem problem(String position, String text) {
        return new Problem(file.file(), position, text);
    }

    /// What differs between the kit that made a plan and another one.
    static Optional<String> otherKit(RunSubject.Kit planned, RunSubject.Kit kit) {
        return different("version", planned.version(), kit.version())
                .or(() -> different("commit", planned.commit(), kit.commit()))
                .or(() -> different("catalogue", planned.catalogue(), kit.catalogue()));
    }

    private static Optional<String> different(String property, String planned, String actual) {
        return planned.equals(actual)
                ? Optional.empty()
                : Optional.of(
                        "%s is '%s' when it should be '%s'".formatted(property, actual, planned));
    }
}
