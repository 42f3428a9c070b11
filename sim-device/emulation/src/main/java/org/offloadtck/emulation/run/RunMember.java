package org.offloadtck.emulation.run;

import org.offloadtck.emulation.fallback.ProcessFiles;

/// A process as a member of its run.
///
/// @param files its program and libraries, which [#leave] closes
/// @param recipient of messages about errors in its kernels
public record RunMember(
        ProgramRun run, ClientProcess process, ProcessFiles files, Recipient recipient) {

    /// Where messages about errors in kernels go.
    public enum Recipient {
        /// The report of the run.
        REPORT,
        /// The standard error of the process, because its run has no report.
        PROCESS
    }

    /// Ends the membership, after all launches and findings of the process. Called once.
    public void leave() {
        try (files) {
            run.endProcess(process, files);
        }
    }
}
