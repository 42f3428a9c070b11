package org.offloadtck.driver.report;

/// A report as people read it.
final class ReportText {

    private ReportText() {}

    static String of(RunReport report) {
        if (report.kernels().isEmpty()) {
            return "offload-tck: no kernel ran on the simulated GPU\n";
        }
        var text = new StringBuilder();
        report.kernels()
                .forEach(kernel ->
                        text.append(
                                "offload-tck: %s: %d launches%n"
                                        .formatted(kernel.kernel(), kernel.launches())));
        return text.toString();
    }
}
