package org.offloadtck.checks.shadow;

import java.util.Arrays;
import org.offloadtck.engine.memory.AddressSpace;

/// Finds the shadow pages that a CTA accesses, the ones that were found lately without a look-up in
/// [GlobalShadow].
public final class PageLookup {

    /// Logarithm of the number of pages that are kept.
    private static final int RECENT_BITS = 5;

    /// 2^64 divided by the golden ratio: it spreads arrays whose distance is a power of two (Knuth,
    /// The Art of Computer Programming 3, section 6.4, "multiplicative hashing").
    private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

    /// No start of a page.
    private static final long NOWHERE = -1;

    private final GlobalShadow memory;

    /// The pages of global memory that were found last, and where they begin; each at the place
    /// that its number selects.
    private final ShadowPage[] pages = new ShadowPage[1 << RECENT_BITS];

    private final long[] origins = new long[1 << RECENT_BITS];
    private ShadowPage shared = ShadowPage.NONE;
    private ShadowPage page = ShadowPage.NONE;
    private long origin;

    public PageLookup(GlobalShadow memory) {
        this.memory = memory;
        Arrays.fill(pages, ShadowPage.NONE);
        Arrays.fill(origins, NOWHERE);
    }

    /// Sets the shadow of the shared memory of the CTA whose pages are found from then on.
    public void use(ShadowPage ofCta) {
        shared = ofCta;
    }

    /// Finds the page of an address.
    ///
    /// @return whether there is one
    boolean find(long address) {
        long number = address >>> GlobalShadow.PAGE_BITS;
        int place = (int) ((number * SPREAD) >>> (Long.SIZE - RECENT_BITS));
        if (origins[place] == address - GlobalShadow.offset(address)) {
            page = pages[place];
            origin = origins[place];
            return true;
        }
        var window = AddressWindow.of(address);
        if (window == AddressWindow.SHARED) {
            page = shared;
            origin = AddressSpace.SHARED;
            return true;
        }
        if (window == AddressWindow.GLOBAL && memory.holds(address)) {
            page = memory.page(address);
            origin = address - GlobalShadow.offset(address);
            pages[place] = page;
            origins[place] = origin;
            return true;
        }
        return false;
    }

    /// The page that was found.
    ShadowPage page() {
        return page;
    }

    /// The address at which that page begins.
    long origin() {
        return origin;
    }
}
