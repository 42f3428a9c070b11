package org.offloadtck.linker.device;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.profile.link.ArchiveSymbolTracking;

/// The symbols that the images of one target define and lack so far.
///
/// @see "LLVM 16 and 19, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp,
///   getSymbolsFromObject"
final class DeviceSymbols {

    private record State(boolean undefined, boolean weak) {

        static final State PLAIN = new State(false, false);

        /// As releases keep it: a definition ends what was undefined, `weak` stays for good.
        State after(DeviceSymbol symbol, boolean isNew) {
            boolean stays = undefined && symbol.undefined();
            return new State(stays || (isNew && symbol.undefined()), weak || symbol.weak());
        }

        /// As a linker keeps it: weak are symbols that are referred to weakly only.
        State resolved(DeviceSymbol symbol, boolean isNew) {
            if (!symbol.undefined()) {
                return PLAIN;
            }
            return isNew || undefined ? new State(true, symbol.weak() && (isNew || weak)) : this;
        }
    }

    private final ArchiveSymbolTracking memory;
    private final Map<String, State> known = new HashMap<>();

    DeviceSymbols(ArchiveSymbolTracking memory) {
        this.memory = memory;
    }

    /// Whether `candidate`, of an archive, is needed: it defines a symbol that is undefined other
    /// than weakly, or one that is new and that the host can see. Symbols that cannot be read need
    /// their image: nothing says otherwise.
    ///
    /// With [ArchiveSymbolTracking#SEEN] the look alone leaves its mark.
    boolean needs(CandidateImage candidate) {
        return candidate
                .globals()
                .map(globals -> needs(globals, candidate.isOfAnOffloadKind()))
                .orElse(true);
    }

    private boolean needs(List<DeviceSymbol> globals, boolean seenByHost) {
        boolean needed = false;
        for (DeviceSymbol symbol : globals) {
            State old = known.getOrDefault(symbol.name(), State.PLAIN);
            boolean isNew = !known.containsKey(symbol.name());
            if (!symbol.undefined()) {
                boolean resolves = old.undefined() && !old.weak();
                boolean appears = (isNew || old.undefined()) && seenByHost && symbol.visible();
                needed |= resolves || appears;
            }
            if (memory == ArchiveSymbolTracking.SEEN) {
                known.put(symbol.name(), old.after(symbol, isNew));
            }
        }
        return needed;
    }

    /// Takes `candidate` into the link.
    void add(CandidateImage candidate) {
        candidate.globals().orElse(List.of()).forEach(this::add);
    }

    private void add(DeviceSymbol symbol) {
        State old = known.getOrDefault(symbol.name(), State.PLAIN);
        boolean isNew = !known.containsKey(symbol.name());
        switch (memory) {
            case RESOLVED -> known.put(symbol.name(), old.resolved(symbol, isNew));
            case SEEN -> known.put(symbol.name(), old.after(symbol, isNew));
            case FIRST_STATE -> {
                if (symbol.weak()) {
                    known.putIfAbsent(symbol.name(), new State(false, true));
                } else if (symbol.undefined()) {
                    known.putIfAbsent(symbol.name(), new State(true, false));
                }
            }
        }
    }
}
