package org.offloadtck.checks.shadow;

/// An access of a group of one lane to whole words of a shadow page.
///
/// One object is reused for all accesses.
public final class SingleLaneAccess {

    private static final int WORD_BITS = 2;

    private final PageLookup lookup;

    /// The page, the first of its words that is accessed, and one past the last.
    public ShadowPage page = ShadowPage.NONE;

    public int from;
    public int to;

    /// The lane, as a set of lanes.
    public int mask;

    public SingleLaneAccess(PageLookup lookup) {
        this.lookup = lookup;
    }

    /// Finds the words of an access.
    ///
    /// @param lane as a set of lanes
    /// @param size in bytes
    /// @return whether these are whole words of one page
    public boolean find(int lane, int size, long address) {
        if (size < Integer.BYTES || !lookup.find(address)) {
            return false;
        }
        page = lookup.page();
        mask = lane;
        long offset = address - lookup.origin();
        from = (int) offset >> WORD_BITS;
        to = from + (size >> WORD_BITS);
        return offset <= page.bytes() - size && (offset & Integer.BYTES - 1) == 0;
    }

    /// Whether all its bits are initialised.
    public boolean isKnown() {
        boolean known = page.isKnown();
        if (!known) {
            known = true;
            for (int word = from; word < to; word++) {
                known &= page.known[word] == -1;
            }
        }
        return known;
    }

    /// Marks all its bits as initialised.
    public void know() {
        page.fill(from << WORD_BITS, to << WORD_BITS);
    }
}
