package org.offloadtck.ptx.syntax;

import java.util.ArrayList;
import java.util.List;

/// What reading a text has warned of so far.
final class Warnings {

    private final PtxText text;
    private final List<PtxWarning> given = new ArrayList<>();

    Warnings(PtxText text) {
        this.text = text;
    }

    void add(Token token, String problem) {
        given.add(new PtxWarning(text.source(), token.span(), problem));
    }

    /// In the order of the text.
    List<PtxWarning> given() {
        return List.copyOf(given);
    }
}
