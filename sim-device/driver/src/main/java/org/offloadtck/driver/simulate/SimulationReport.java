package org.offloadtck.driver.simulate;

import java.util.List;
import java.util.Optional;
import org.offloadtck.simt.execution.KernelFaultException;
import org.offloadtck.simt.execution.LaunchResult;
import org.offloadtck.simt.execution.LaunchShape;

/// What a launch did.
///
/// @param source the file, or those that were linked
/// @param kernel its name in the PTX
/// @param device the name of the device
/// @param result what it counted and printed, to its end or to its fault
/// @param buffers those of the arguments, as the kernel left them
public record SimulationReport(
        String source,
        String kernel,
        String device,
        LaunchShape shape,
        Ending ending,
        LaunchResult result,
        List<ResultBuffer> buffers) {

    public SimulationReport {
        buffers = List.copyOf(buffers);
    }

    /// How a launch ends.
    public sealed interface Ending {

        record Finished() implements Ending {}

        /// Device code did wrong.
        record Faulted(KernelFaultException fault) implements Ending {}
    }

    /// Whether the kernel ran to its end and nothing was found wrong with it.
    public boolean isClean() {
        return ending instanceof Ending.Finished;
    }

    /// The buffer of that name.
    public Optional<ResultBuffer> buffer(String name) {
        return buffers.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /// What device code printed.
    public String output() {
        return result.output();
    }

    /// For people: whole lines.
    public String text() {
        return SimulationText.of(this);
    }

    /// For programs: one object.
    public String json() {
        return SimulationJson.of(this);
    }
}
