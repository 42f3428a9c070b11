package org.offloadtck.driver.report;

import java.util.Map;

/// A finding, and how often it was found.
///
/// @param times 1 or more
record RepeatedFinding(Finding finding, long times) {

    static RepeatedFinding of(Map.Entry<Finding, Long> entry) {
        return new RepeatedFinding(entry.getKey(), entry.getValue());
    }
}
