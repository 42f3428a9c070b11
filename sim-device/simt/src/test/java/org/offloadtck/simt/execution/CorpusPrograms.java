package org.offloadtck.simt.execution;

import java.util.List;
import org.offloadtck.corpus.Corpus;

/// Tests about what compilers made of the corpus' programs.
abstract class CorpusPrograms {

    /// Every form there is of a program.
    static List<String> forms(String program) {
        return Corpus.list("ptx/").stream().filter(path -> path.contains(program)).toList();
    }

    /// A device with one of them loaded.
    Machine load(String path) {
        return Machine.of(path, Corpus.text(path));
    }
}
