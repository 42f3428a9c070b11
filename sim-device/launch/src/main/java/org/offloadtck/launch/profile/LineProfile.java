package org.offloadtck.launch.profile;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import org.offloadtck.ptx.ir.DebugLocation.SourceLine;
import org.offloadtck.timing.InstructionProfile;
import org.offloadtck.timing.InstructionProfile.MemoryAccesses;
import org.offloadtck.timing.WarpState;

/// What the instructions of one line cost.
///
/// @param place the line
/// @param instruction mnemonic of an instruction of the line: that with the most cycles
/// @param instructionCycles of that instruction
/// @param warps executions of its instructions by warps
/// @param memory accesses of its instructions
/// @param cycles of warps that were at its instructions, by what they did
public record LineProfile(
        Place place,
        String instruction,
        long instructionCycles,
        long warps,
        MemoryAccesses memory,
        Map<WarpState, Long> cycles) {

    /// The costliest line first.
    static final Comparator<LineProfile> COSTLIEST =
            Comparator.comparingLong(LineProfile::allCycles)
                    .reversed()
                    .thenComparing(line -> line.place().file())
                    .thenComparingInt(line -> line.place().line())
                    .thenComparing(line -> line.place().function());

    public LineProfile {
        var copy = new EnumMap<WarpState, Long>(WarpState.class);
        copy.putAll(cycles);
        cycles = Collections.unmodifiableMap(copy);
    }

    /// A line.
    ///
    /// @param file as the line table spells it, or the name of the PTX text
    /// @param line counted from 1
    /// @param function whose code has the instructions
    public record Place(Text text, String file, int line, String function) {

        /// What a line is one of.
        public enum Text {
            SOURCE,
            /// The instruction has no line of a source.
            PTX
        }

        static Place of(InstructionProfile.Place place) {
            var location = place.instruction().location();
            return location.debugLocation() instanceof SourceLine line && line.line() > 0
                    ? new Place(Text.SOURCE, line.file(), line.line(), place.function())
                    : new Place(Text.PTX, place.source(), location.span().line(), place.function());
        }

        @Override
        public String toString() {
            return file + ":" + line;
        }
    }

    static LineProfile of(InstructionProfile profile) {
        return new LineProfile(
                Place.of(profile.place()),
                profile.place().instruction().mnemonic(),
                sum(profile.cycles()),
                profile.warps(),
                profile.memory(),
                profile.cycles());
    }

    /// The same line in another launch, or another instruction of it.
    LineProfile plus(LineProfile other) {
        boolean isSame = instruction.equals(other.instruction);
        boolean isLess = other.instructionCycles > instructionCycles;
        return new LineProfile(
                place,
                isLess ? other.instruction : instruction,
                isSame
                        ? instructionCycles + other.instructionCycles
                        : Math.max(instructionCycles, other.instructionCycles),
                warps + other.warps,
                memory.plus(other.memory),
                Sums.plus(cycles, other.cycles));
    }

    private static long sum(Map<WarpState, Long> cycles) {
        return cycles.values().stream().mapToLong(Long::longValue).sum();
    }

    /// Cycles of warps that were at the line.
    public long allCycles() {
        return sum(cycles);
    }

    /// Those of them in which the warp was not issued.
    public long stallCycles() {
        return allCycles() - cycles.getOrDefault(WarpState.SELECTED, 0L);
    }
}
