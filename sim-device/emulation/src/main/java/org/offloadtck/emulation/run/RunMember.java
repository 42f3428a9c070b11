package org.offloadtck.emulation.run;

/// A process as a member of its run.
///
/// @param recipient of messages about errors in its kernels
public record RunMember(ProgramRun run, ClientProcess process, Recipient recipient) {

    /// Where messages about errors in kernels go.
    public enum Recipient {
        /// The report of the run.
        REPORT,
        /// The standard error of the process, because its run has no report.
        PROCESS
    }
}
