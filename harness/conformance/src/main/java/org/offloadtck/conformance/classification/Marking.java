package org.offloadtck.conformance.classification;

/// What a quote marked.
///
/// @param places where its words stand one after the other
/// @param fresh words that nothing had marked before
record Marking(int places, int fresh) {

    static final Marking NONE = new Marking(0, 0);

    Marking plus(Marking other) {
        return new Marking(places + other.places, fresh + other.fresh);
    }
}
