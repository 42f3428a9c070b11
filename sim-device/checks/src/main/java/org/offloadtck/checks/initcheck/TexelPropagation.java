package org.offloadtck.checks.initcheck;

import org.offloadtck.checks.shadow.CoalescedRuns;
import org.offloadtck.checks.shadow.PageLookup;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.sampling.TexelAccess;
import org.offloadtck.engine.texture.TexelInstruction;

/// Propagates uninitialised values through textures and surfaces: all results of a fetch are
/// uninitialised if a bit of a texel is.
final class TexelPropagation {

    private static final int LANES = Code.LANES;
    private static final int ALL = -1;

    private final int[] words;
    private final int[] lists;
    private final MemoryPropagation memory;
    private final CoalescedRuns runs;
    private final long[] addresses = new long[LANES];

    TexelPropagation(
            UninitialisedUseReporter reporter, MemoryPropagation memory, PageLookup pages) {
        var code = reporter.symbolizer().image().code();
        this.words = code.words();
        this.lists = code.operandLists();
        this.memory = memory;
        this.runs = new CoalescedRuns(pages);
    }

    void accesses(MemoryPropagation.Access access, TexelAccess texels) {
        int at = access.group().pc() * Code.STRIDE;
        switch (words[at]) {
            case Op.TEXTURE_FETCH -> {
                know(access, TexelInstruction.Fetch.RESULTS);
                fetches(access, texels);
            }
            case Op.SURFACE_LOAD -> {
                know(access, MemoryAccess.elements(words[at + Code.Y]));
                moves(access, texels);
            }
            default -> moves(access, texels);
        }
    }

    private int row(MemoryPropagation.Access access, int index) {
        int at = access.group().pc() * Code.STRIDE;
        return ShadowPropagation.row(
                lists[words[at + Code.D] + index], access.group().frame().firstRow());
    }

    /// Results are initialised, also those of lanes outside of the texture or surface.
    private void know(MemoryPropagation.Access access, int results) {
        for (int i = 0; i < results; i++) {
            access.values().unknown[row(access, i) / LANES] &= ~access.active();
        }
    }

    private void fetches(MemoryPropagation.Access access, TexelAccess texels) {
        for (int texel = 0; texel < texels.count(); texel++) {
            texels.addresses(texel, addresses);
            for (int rest = texels.lanes(texel); rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                memory.uninitialised(access, addresses[lane], lane, texels.bytes())
                        .ifPresent(origin -> forget(access, lane, origin));
            }
        }
    }

    private void forget(MemoryPropagation.Access access, int lane, int origin) {
        for (int i = 0; i < TexelInstruction.Fetch.RESULTS; i++) {
            access.values().set(row(access, i), lane, ALL, origin);
        }
    }

    /// A load from a surface, or a store to it, by the lanes that are inside.
    private void moves(MemoryPropagation.Access access, TexelAccess texels) {
        if (texels.count() > 0) {
            texels.addresses(0, addresses);
            runs.find(texels.lanes(0), texels.bytes(), addresses, 0);
            memory.accesses(access.of(texels.lanes(0)), addresses, runs);
        }
    }
}
