package org.offloadtck.implementation.frontend;

import java.util.List;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.lowering.LoweringOptions;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.reader.ProgramReader;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.image.TargetId;

/// The zaxpy program of the corpus, compiled.
final class ZaxpyProgram {

    static final String KERNEL = "__omp_offloading_fe00_20c047__Z5zaxpyPSt7complexIdES1_S0_m_l5";

    static final CorpusProgram PROGRAM =
            ProgramReader.read(
                    "programs/zaxpy/program.yaml", Corpus.text("programs/zaxpy/program.yaml"));

    static final DeviceObject OPENCL =
            new DeviceObject(
                    new TargetId("opencl-c", ""),
                    ImageKind.NONE,
                    ObjectBytes.of("zaxpy.cl", Corpus.bytes("programs/zaxpy/zaxpy.cl")));

    private ZaxpyProgram() {}

    static ElfObject compile(String profile) {
        var object =
                FatObject.compile(
                        "zaxpy.o",
                        PROGRAM.unit(),
                        List.of(OPENCL),
                        LoweringOptions.of(AbiProfiles.load().profile(profile)));
        return ElfObject.parse("zaxpy.o", object.write());
    }
}
