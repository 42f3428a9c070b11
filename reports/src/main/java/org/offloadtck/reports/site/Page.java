package org.offloadtck.reports.site;

import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.ScenarioId;

/// A page of the report, by a name that stays from run to run.
///
/// @param folder of the site; empty for a page beside `index.html`
/// @param name file name without extension
public record Page(String folder, String name) {

    public static final Page INDEX = new Page("", "index");
    public static final Page FAILURES = new Page("", "failures");
    public static final Page REQUIREMENTS = new Page("", "requirements");
    public static final Page SCENARIOS = new Page("", "scenarios");
    public static final Page DOCUMENTS = new Page("", "documents");
    public static final Page DEVIATIONS = new Page("", "deviations");
    public static final Page BUDGETS = new Page("", "budgets");
    public static final Page PLANTED_FAULTS = new Page("", "planted-faults");
    public static final Page LEGEND = new Page("", "legend");

    public static Page requirement(String id) {
        return new Page("requirement", fileName(id));
    }

    public static Page scenario(ScenarioId id) {
        return new Page("scenario", fileName(id.text()));
    }

    public static Page implementation(ImplementationIdentity implementation) {
        return new Page("implementation", fileName(implementation.toString()));
    }

    public static Page device(DeviceIdentity device) {
        return new Page("device", fileName(device.toString()));
    }

    public static Page document(String id) {
        return new Page("document", fileName(id));
    }

    /// The file, from the folder of the report.
    public String path() {
        return folder.isEmpty() ? name + ".html" : "%s/%s.html".formatted(folder, name);
    }

    /// The page as a part of the single file.
    public String anchor() {
        return folder.isEmpty() ? name : "%s-%s".formatted(folder, name);
    }

    private static String fileName(String id) {
        return id.replaceAll("[^A-Za-z0-9._-]", "-");
    }
}
