package org.offloadtck.linker.device;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.profile.link.ArchiveSymbolTracking;

/// The symbols that the images of one target define or refer to so far.
///
/// @see "LLVM 16 and 19, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp,
///   getSymbolsFromObject"
final class DeviceSymbols {

    private record State(boolean undefined, boolean weak) {

        static final State PLAIN = new State(false, false);

        /// The state as releases compute it: a definition ends `undefined`; `weak` is never reset.
        State after(DeviceSymbol symbol, boolean isNew) {
            boolean stays = undefined && symbol.undefined();
            return new State(stays || (isNew && symbol.undefined()), weak || symbol.weak());
        }

        /// The state as a linker computes it: `weak` holds while all references are weak.
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

    /// Whether the link needs `candidate`, an archive member. It does if the image defines a symbol
    /// that is undefined other than weakly, or a new symbol that the host can look up, or if its
    /// symbols cannot be read.
    ///
    /// With [ArchiveSymbolTracking#SEEN] this method records the symbols of `candidate` even if it
    /// is not needed.
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

    /// Adds `candidate` to the link.
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
