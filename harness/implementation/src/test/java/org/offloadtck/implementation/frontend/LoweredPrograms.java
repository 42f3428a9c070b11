package org.offloadtck.implementation.frontend;

import java.util.List;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.lowering.DebugInformation;
import org.offloadtck.implementation.lowering.LoweringOptions;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.reader.ProgramReader;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.profile.AbiProfiles;

/// Programs of the corpus, lowered without device code.
final class LoweredPrograms {

    private LoweredPrograms() {}

    static CorpusProgram program(String name) {
        var file = CorpusProgram.folder(name) + "program.yaml";
        return ProgramReader.read(file, Corpus.text(file));
    }

    static ElfObject object(String program, String profile, DebugInformation debug) {
        var lowering = new LoweringOptions(AbiProfiles.load().profile(profile), debug);
        var object = FatObject.compile(program, program(program).unit(), List.of(), lowering);
        return ElfObject.parse(program, object.write());
    }
}
