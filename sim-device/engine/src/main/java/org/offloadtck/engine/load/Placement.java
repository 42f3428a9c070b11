package org.offloadtck.engine.load;

import java.util.Map;
import org.offloadtck.engine.decode.ProgramSymbols;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.program.LoadedProgram;

/// Where a module is in memory.
///
/// @param variables the module-scope variables in `.global` and `.const`; owned by the image, which
///   removes them when it is unloaded
/// @param layout of the program with all functions
record Placement(
        ProgramSymbols symbols,
        SharedMemoryLayout shared,
        Map<String, Allocation> variables,
        LoadedProgram.Layout layout) {}
