package org.offloadtck.launch.sweep;

import java.util.List;
import org.offloadtck.engine.device.DeviceSpec;

/// Programs on variants of a device: a cell for each program on each variant, program by program.
///
/// @param variants every combination of values, the last figure varying fastest
record Sweep(DeviceSpec device, List<DeviceVariant> variants, List<SweptProgram> programs) {

    Sweep {
        variants = List.copyOf(variants);
        programs = List.copyOf(programs);
    }

    /// The figures that vary.
    List<DeviceFigure> figures() {
        return List.copyOf(variants.getFirst().values().keySet());
    }

    /// The number of cells.
    long cells() {
        return (long) programs.size() * variants.size();
    }

    /// The variants of a program whose cells are in a shard.
    ///
    /// @param program its place in the sweep
    List<DeviceVariant> variants(int program, Shard shard) {
        int first = program * variants.size();
        int from = shard.from((int) cells()) - first;
        int to = shard.to((int) cells()) - first;
        return variants.subList(
                Math.clamp(from, 0, variants.size()), Math.clamp(to, 0, variants.size()));
    }

    /// A part of the cells, of parts that follow one another.
    ///
    /// @param number from 0
    record Shard(int number, int count) {

        private int from(int cells) {
            return (int) ((long) cells * number / count);
        }

        private int to(int cells) {
            return (int) ((long) cells * (number + 1) / count);
        }
    }
}
