package org.offloadtck.engine.decode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// The addresses of the symbols of a module.
public final class ProgramSymbols {

    private final Map<String, SpaceAddress> module;
    private final Map<String, PtxType> types;
    private final Map<Static, SpaceAddress> statics;
    private final Map<String, Integer> functions;
    private final Map<Integer, Integer> decoded;

    /// An address in a state space.
    public record SpaceAddress(StateSpace space, long address) {

        /// The generic address.
        public long generic() {
            return address
                    + switch (space) {
                        case SHARED, SHARED_CTA, SHARED_CLUSTER -> AddressSpace.SHARED;
                        case LOCAL -> AddressSpace.LOCAL;
                        case PARAM, PARAM_ENTRY, PARAM_FUNC -> AddressSpace.PARAM;
                        case GLOBAL, CONST, GENERIC, REG, SREG, TEX -> 0;
                    };
        }
    }

    /// A variable that is declared in a function and not in its frame.
    private record Static(String function, int variable) {}

    public ProgramSymbols() {
        this(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>(), Map.of());
    }

    private ProgramSymbols(
            Map<String, SpaceAddress> module,
            Map<String, PtxType> types,
            Map<Static, SpaceAddress> statics,
            Map<String, Integer> functions,
            Map<Integer, Integer> decoded) {
        this.module = module;
        this.types = types;
        this.statics = statics;
        this.functions = functions;
        this.decoded = decoded;
    }

    /// The same symbols for a program that has some functions of the module.
    ///
    /// @param chosen the functions by their index in the module
    /// @param first the index of the first of them in the program
    public ProgramSymbols in(List<Integer> chosen, int first) {
        var decoded = new HashMap<Integer, Integer>();
        chosen.forEach(function -> decoded.put(function, first + decoded.size()));
        return new ProgramSymbols(module, types, statics, functions, decoded);
    }

    public void define(Variable variable, long address) {
        module.put(variable.name(), new SpaceAddress(variable.space(), address));
        types.put(variable.name(), variable.type());
    }

    public void defineStatic(String function, int variable, SpaceAddress place) {
        statics.put(new Static(function, variable), place);
    }

    /// Defines a function of the module.
    ///
    /// @param address as a pointer to the function
    public void defineFunction(String name, int index, long address) {
        functions.put(name, index);
        module.put(name, new SpaceAddress(StateSpace.GENERIC, address));
    }

    /// Makes `name` another name of `function`, if that is defined (PTX ISA, `.alias`).
    public void defineAlias(String name, String function) {
        if (functions.containsKey(function)) {
            functions.put(name, functions.get(function));
            module.put(name, module.get(function));
        }
    }

    /// The index of a function in the module.
    public Optional<Integer> function(String name) {
        return Optional.ofNullable(functions.get(name));
    }

    /// The index of a function in the program.
    Optional<Integer> decoded(String name) {
        return function(name).map(decoded::get);
    }

    public Optional<SpaceAddress> find(String name) {
        return Optional.ofNullable(module.get(name));
    }

    /// The type of a variable of the module.
    Optional<PtxType> type(String name) {
        return Optional.ofNullable(types.get(name));
    }

    SpaceAddress require(String name) {
        return find(name)
                .orElseThrow(() ->
                        new UnsupportedInstructionException(
                                "symbol '%s' is undefined".formatted(name)));
    }

    Optional<SpaceAddress> findStatic(String function, int variable) {
        return Optional.ofNullable(statics.get(new Static(function, variable)));
    }
}
