package org.offloadtck.launch.simulate;

import java.util.List;

/// On what a launch is simulated, and what is looked at.
///
/// @param device a name, `h200`, an architecture, `sm_90`, or nothing for the oldest device that
///   runs the program
/// @param checks words for what to look for besides what always is
/// @param clock whether the time the launch would take is wanted
/// @param threads of the host it may use
public record SimulationSettings(String device, List<String> checks, Clock clock, int threads) {

    public SimulationSettings {
        checks = List.copyOf(checks);
        if (threads < 1) {
            throw new SimulationException(
                    "--threads is %d when it should be 1 or more".formatted(threads));
        }
    }

    /// Whether a launch is timed.
    public enum Clock {
        STOPPED,
        RUNNING
    }
}
