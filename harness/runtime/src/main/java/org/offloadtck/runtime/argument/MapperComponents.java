package org.offloadtck.runtime.argument;

import java.util.ArrayList;
import java.util.List;

/// What a user-defined mapper says of one argument, component by component: the handle that a
/// compiler's mapper function is given.
///
/// @see "LLVM 16, openmp/libomptarget/src/interface.cpp, __tgt_push_mapper_component"
public final class MapperComponents {

    private final List<MapArgument> pushed = new ArrayList<>();

    /// `__tgt_push_mapper_component`.
    public void push(MapArgument component) {
        pushed.add(component);
    }

    /// `__tgt_mapper_num_components`: how many were pushed so far, from which a mapper function
    /// reckons what its next components are members of.
    public int count() {
        return pushed.size();
    }

    public List<MapArgument> all() {
        return List.copyOf(pushed);
    }
}
