package org.offloadtck.launch.sweep;

import java.util.List;
import org.offloadtck.launch.simulate.LaunchRequest;
import org.offloadtck.launch.simulate.PtxFile;

/// A program of a sweep and its launch.
///
/// @param name unique in the sweep
/// @param modules that are linked
record SweptProgram(String name, List<PtxFile> modules, LaunchRequest launch) {

    SweptProgram {
        modules = List.copyOf(modules);
    }
}
