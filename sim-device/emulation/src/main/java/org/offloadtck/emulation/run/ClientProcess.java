package org.offloadtck.emulation.run;

/// A process of a run that reached the driver.
///
/// @param number from 1, in the order in which the run's processes reached the driver
/// @param program what it executes, without folders
public record ClientProcess(int number, String program) {

    @Override
    public String toString() {
        return "process %d (%s)".formatted(number, program);
    }
}
