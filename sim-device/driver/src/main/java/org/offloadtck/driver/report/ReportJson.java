package org.offloadtck.driver.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// A report as programs read it.
final class ReportJson {

    private ReportJson() {}

    static String of(RunReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", "offload-tck-run");
        root.put("version", 1);
        root.put("device", report.device());
        return root.toPrettyString() + "\n";
    }
}
