package org.offloadtck.timing;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Instruction;

/// What one instruction of a program cost in a launch.
///
/// @param warps executions, once for each group of threads that executed it together
/// @param threads executions by threads whose guard held
/// @param memory its accesses
/// @param cycles of warps that were at it, by what they did; a warp is at the instruction that it
///   issues next
public record InstructionProfile(
        Place place, long warps, long threads, MemoryAccesses memory, Map<WarpState, Long> cycles) {

    public InstructionProfile {
        var copy = new EnumMap<WarpState, Long>(WarpState.class);
        copy.putAll(cycles);
        cycles = Collections.unmodifiableMap(copy);
    }

    /// An instruction of a program.
    ///
    /// @param source the name of the text that it is in
    /// @param function that it is in
    public record Place(
            int programCounter, String source, String function, Instruction instruction) {

        public static Place of(LoadedProgram image, int programCounter) {
            return new Place(
                    programCounter,
                    image.source(programCounter),
                    image.functionOf(programCounter).name(),
                    image.instruction(programCounter));
        }
    }

    /// Accesses of memory by warps. A sector has 32 bytes; a pass is one access of all banks of
    /// shared memory.
    ///
    /// @param global accesses of global memory
    /// @param globalSectors that they touched
    /// @param leastGlobalSectors that the bytes of their threads fill; never more than
    ///   `globalSectors`
    /// @param local accesses of local memory
    /// @param localSectors that they touched
    /// @param shared accesses of shared memory
    /// @param sharedPasses that they took
    /// @param leastSharedPasses that they would have taken without bank conflicts
    public record MemoryAccesses(
            long global,
            long globalSectors,
            long leastGlobalSectors,
            long local,
            long localSectors,
            long shared,
            long sharedPasses,
            long leastSharedPasses) {

        public static final MemoryAccesses NONE = new MemoryAccesses(0, 0, 0, 0, 0, 0, 0, 0);

        public MemoryAccesses plus(MemoryAccesses other) {
            return new MemoryAccesses(
                    global + other.global,
                    globalSectors + other.globalSectors,
                    leastGlobalSectors + other.leastGlobalSectors,
                    local + other.local,
                    localSectors + other.localSectors,
                    shared + other.shared,
                    sharedPasses + other.sharedPasses,
                    leastSharedPasses + other.leastSharedPasses);
        }

        /// Sectors beyond those that the threads' bytes fill.
        public long excessiveSectors() {
            return globalSectors - leastGlobalSectors;
        }

        /// Passes that bank conflicts cost.
        public long excessivePasses() {
            return sharedPasses - leastSharedPasses;
        }
    }
}
