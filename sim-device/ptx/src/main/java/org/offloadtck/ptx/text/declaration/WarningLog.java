package org.offloadtck.ptx.text.declaration;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.ptx.PtxText;
import org.offloadtck.object.ptx.PtxToken;

/// Collects the warnings about a text.
public final class WarningLog {

    private final PtxText text;
    private final List<PtxWarning> warnings = new ArrayList<>();

    WarningLog(PtxText text) {
        this.text = text;
    }

    /// An empty log of warnings about the same text.
    WarningLog another() {
        return new WarningLog(text);
    }

    public void add(PtxToken token, String problem) {
        warnings.add(new PtxWarning(text.source(), token.span(), problem));
    }

    /// In the order of the text.
    public List<PtxWarning> warnings() {
        return List.copyOf(warnings);
    }
}
