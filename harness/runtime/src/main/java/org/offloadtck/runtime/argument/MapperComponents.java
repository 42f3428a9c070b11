package org.offloadtck.runtime.argument;

import java.util.ArrayList;
import java.util.List;

/// The components that a user-defined mapper pushes for one argument: the handle that the runtime
/// passes to a compiler's mapper function.
///
/// Requirement: DM-11.
///
/// @see "LLVM 16, openmp/libomptarget/src/interface.cpp, __tgt_push_mapper_component"
public final class MapperComponents {

    private final List<MapArgument> pushed = new ArrayList<>();

    /// `__tgt_push_mapper_component`.
    public void push(MapArgument component) {
        pushed.add(component);
    }

    /// `__tgt_mapper_num_components`: the number of components pushed so far. A mapper function
    /// computes member indices from it.
    public int count() {
        return pushed.size();
    }

    public List<MapArgument> all() {
        return List.copyOf(pushed);
    }
}
