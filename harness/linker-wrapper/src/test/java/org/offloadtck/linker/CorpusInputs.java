package org.offloadtck.linker;

import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;

/// Objects of real compilers from the corpus, as inputs of a link.
public final class CorpusInputs {

    private static final AbiProfiles PROFILES = AbiProfiles.load();

    private CorpusInputs() {}

    /// The file `name` of the corpus's objects.
    public static LinkInput object(String name) {
        return LinkInput.read(name, Corpus.bytes("objects/" + name));
    }

    public static AbiProfile profile(String id) {
        return PROFILES.profile(id);
    }
}
