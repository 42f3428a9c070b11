package org.offloadtck.conformance.classification;

/// The words of a section that a quote covers.
///
/// @param places where its words stand one after the other
/// @param fresh words that nothing had marked before
record QuoteMatch(int places, int fresh) {

    static final QuoteMatch NONE = new QuoteMatch(0, 0);

    QuoteMatch plus(QuoteMatch other) {
        return new QuoteMatch(places + other.places, fresh + other.fresh);
    }
}
