package org.offloadtck.simt.image;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.ptx.ir.StateSpace;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.simt.memory.AddressSpace;

/// Where the names of a module are.
final class Symbols {

    private final Map<String, Place> module = new HashMap<>();
    private final Map<Static, Place> statics = new HashMap<>();
    private final Map<String, Integer> functions = new HashMap<>();

    /// An address in the symbol's own space.
    record Place(StateSpace space, long address) {

        /// The generic address.
        long generic() {
            return address
                    + switch (space) {
                        case SHARED, SHARED_CTA, SHARED_CLUSTER -> AddressSpace.SHARED;
                        case LOCAL -> AddressSpace.LOCAL;
                        case PARAM, PARAM_ENTRY, PARAM_FUNC -> AddressSpace.PARAM;
                        case GLOBAL, CONST, GENERIC, REG, SREG, TEX -> 0;
                    };
        }
    }

    /// A variable that a function declares, but that is not in its frame.
    private record Static(String function, int variable) {}

    void define(Variable variable, long address) {
        module.put(variable.name(), new Place(variable.space(), address));
    }

    void defineStatic(String function, int variable, Place place) {
        statics.put(new Static(function, variable), place);
    }

    void defineFunction(String name, int index) {
        functions.put(name, index);
        module.put(name, new Place(StateSpace.GENERIC, DeviceImage.codeAddress(index)));
    }

    Optional<Integer> function(String name) {
        return Optional.ofNullable(functions.get(name));
    }

    Optional<Place> find(String name) {
        return Optional.ofNullable(module.get(name));
    }

    Place require(String name) {
        return find(name)
                .orElseThrow(() -> new Undecodable("symbol '%s' is undefined".formatted(name)));
    }

    Optional<Place> findStatic(String function, int variable) {
        return Optional.ofNullable(statics.get(new Static(function, variable)));
    }
}
