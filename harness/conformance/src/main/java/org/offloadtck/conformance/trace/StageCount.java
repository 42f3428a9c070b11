package org.offloadtck.conformance.trace;

import java.util.List;
import org.offloadtck.conformance.requirement.Requirement;

/// How far requirements are tested.
///
/// @param tested those with a scenario
/// @param excused those without, that say why
record StageCount(int requirements, int tested, int excused) {

    static StageCount of(CatalogueTrace trace, List<Requirement> requirements) {
        int tested = 0;
        int excused = 0;
        for (var requirement : requirements) {
            boolean hasScenario = !trace.scenarios(requirement).isEmpty();
            tested += hasScenario ? 1 : 0;
            excused += !hasScenario && !requirement.untested().isEmpty() ? 1 : 0;
        }
        return new StageCount(requirements.size(), tested, excused);
    }

    int open() {
        return requirements - tested - excused;
    }
}
