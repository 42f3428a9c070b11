package org.offloadtck.emulation.run;

/// A process of a run that has called the driver.
///
/// @param number from 1, in the order in which the processes of the run joined it
/// @param program file name of its program
public record ClientProcess(int number, String program) {

    @Override
    public String toString() {
        return "process %d (%s)".formatted(number, program);
    }
}
