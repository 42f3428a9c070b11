package org.offloadtck.implementation.frontend;

import java.util.List;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.ProgramReader;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.TargetId;

/// Programs of the corpus, lowered with a byte that stands for device code.
final class Lowered {

    private static final DeviceObject DEVICE =
            new DeviceObject(
                    new TargetId("x86_64-pc-linux-gnu", ""),
                    ImageKind.OBJECT,
                    ObjectBytes.of("device", new byte[1]));

    private Lowered() {}

    static CorpusProgram program(String name) {
        var file = CorpusProgram.folder(name) + "program.yaml";
        return ProgramReader.read(file, Corpus.text(file));
    }

    static ElfObject object(String program, String profile, DebugInformation debug) {
        var lowering = new Lowering(AbiProfiles.load().profile(profile), debug);
        var object = FatObject.compile(program, program(program).unit(), List.of(DEVICE), lowering);
        return ElfObject.parse(program, object.write());
    }
}
