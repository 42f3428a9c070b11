package org.offloadtck.emulation.run;

import java.util.Map;

/// A finding and the number of its occurrences.
///
/// @param times 1 or more
record RepeatedFinding(RunFinding finding, long times) {

    static RepeatedFinding of(Map.Entry<RunFinding, Long> entry) {
        return new RepeatedFinding(entry.getKey(), entry.getValue());
    }
}
