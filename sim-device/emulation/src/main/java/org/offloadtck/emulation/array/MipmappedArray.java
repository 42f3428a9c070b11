package org.offloadtck.emulation.array;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.HandleTable;
import org.offloadtck.emulation.resource.Resource;
import org.offloadtck.engine.texture.TexelGrid;

/// A mipmapped array.
///
/// @param memory that contains all levels, one after another
/// @param levels the most detailed first, at least one
public record MipmappedArray(long handle, DriverAllocation memory, List<EmulatedArray> levels)
        implements Resource {

    public MipmappedArray {
        levels = List.copyOf(levels);
    }

    /// Bytes of the first `count` levels of an array whose first level has a shape.
    public static long bytes(ArrayShape first, int count) {
        long bytes = 0;
        for (int level = 0; level < count; level++) {
            bytes += first.level(level).bytes();
        }
        return bytes;
    }

    /// Adds an array with its levels to the handles of a process.
    ///
    /// @param memory of as many bytes as the levels take
    /// @param count of levels
    public static MipmappedArray add(
            HandleTable handles, DriverAllocation memory, ArrayShape first, int count) {
        var levels = new ArrayList<EmulatedArray>();
        for (int level = 0; level < count; level++) {
            var array =
                    new EmulatedArray(
                            handles.newHandle(HandleKind.ARRAY),
                            memory,
                            memory.address() + bytes(first, level),
                            first.level(level),
                            EmulatedArray.Origin.LEVEL);
            handles.add(array);
            levels.add(array);
        }
        var all = new MipmappedArray(handles.newHandle(HandleKind.MIPMAPPED_ARRAY), memory, levels);
        handles.add(all);
        return all;
    }

    /// Removes it and its levels from the handles of a process.
    public void remove(HandleTable handles) {
        levels.forEach(handles::remove);
        handles.remove(this);
    }

    /// The elements of all levels.
    public List<TexelGrid> grids() {
        return levels.stream().map(EmulatedArray::grid).toList();
    }

    /// The shape of the first level.
    public ArrayShape shape() {
        return levels.getFirst().shape();
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return memory.context() == context;
    }
}
