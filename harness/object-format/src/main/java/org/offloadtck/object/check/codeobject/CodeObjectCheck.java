package org.offloadtck.object.check.codeobject;

import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.CodeObjectRule;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.codeobject.CodeObjectMetadata;
import org.offloadtck.object.codeobject.CodeObjectTarget;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfHeader;

/// Checks an image that is a code object for an AMD GPU.
///
/// Requirements: OC-54, OC-55.
public final class CodeObjectCheck {

    /// `ELFOSABI_AMDGPU_HSA`. Source: LLVM 22, llvm/include/llvm/BinaryFormat/ELF.h; as the next.
    private static final int HSA = 64;

    /// `ELFABIVERSION_AMDGPU_HSA_V4` and `_V6`.
    private static final int LEAST_VERSION = 2;

    private static final int LAST_VERSION = 4;

    /// Offsets in the ELF header, in bytes.
    private static final int EI_OSABI = 7;

    private static final int EI_ABIVERSION = 8;
    private static final int E_FLAGS = 48;

    private final Observations observations;
    private final ObservedImage found;
    private final ElfObject object;

    public CodeObjectCheck(Observations observations, ObservedImage found, ElfObject object) {
        this.observations = observations;
        this.found = found;
        this.object = object;
    }

    public void read() {
        version(object.header());
        var kernels = new KernelDescriptorCheck(observations, found, object).read();
        try {
            var metadata = CodeObjectMetadata.of(object);
            if (metadata.isEmpty() && !kernels.isEmpty()) {
                add(
                        CodeObjectRule.CODE_OBJECT_WITHOUT_METADATA,
                        found.offset(),
                        "the code object has %d kernels and no metadata when it should have a note"
                                .formatted(kernels.size()));
            }
            metadata.ifPresent(note -> new MetadataCheck(observations, found, kernels).read(note));
            metadata.ifPresent(this::target);
        } catch (MalformedObjectException e) {
            observations.add(CodeObjectRule.MALFORMED_METADATA, found.section(), e);
        }
        new KernelEntryCheck(observations, found, object).read(kernels.keySet());
    }

    private void version(ElfHeader header) {
        if (header.osAbi() != HSA) {
            add(
                    CodeObjectRule.CODE_OBJECT_VERSION,
                    found.offset() + EI_OSABI,
                    "OS ABI is %d when it should be %d, HSA".formatted(header.osAbi(), HSA));
        } else if (header.abiVersion() < LEAST_VERSION || header.abiVersion() > LAST_VERSION) {
            add(
                    CodeObjectRule.CODE_OBJECT_VERSION,
                    found.offset() + EI_ABIVERSION,
                    "ABI version is %d when it should be %d to %d"
                            .formatted(header.abiVersion(), LEAST_VERSION, LAST_VERSION));
        } else {
            processor(header);
        }
    }

    private void processor(ElfHeader header) {
        var stated = stated();
        var own = CodeObjectTarget.ofFlags(header.flags());
        if (own.isEmpty()) {
            observations.skip(
                    "processor of the code object at 0x%x: e_flags 0x%x have one that the kit does"
                                    .formatted(found.offset(), header.flags())
                            + " not know");
        } else if (!stated.processor().isEmpty() && !own.get().suits(stated)) {
            add(
                    CodeObjectRule.CODE_OBJECT_FOR_OTHER_PROCESSOR,
                    found.offset() + E_FLAGS,
                    "e_flags 0x%x are those of '%s' when they should be those of arch '%s'"
                            .formatted(header.flags(), own.get(), stated));
        }
    }

    /// The arch of the container, or the end of a triple of a bundle: `amdgcn-amd-amdhsa--gfx90a`.
    private CodeObjectTarget stated() {
        var target = found.image().target();
        int gfx = target.triple().indexOf("-gfx");
        return CodeObjectTarget.parse(
                target.arch().isEmpty() && gfx >= 0
                        ? target.triple().substring(gfx + 1)
                        : target.arch());
    }

    private void target(CodeObjectMetadata metadata) {
        int gfx = metadata.target().indexOf("-gfx");
        var own = CodeObjectTarget.ofFlags(object.header().flags());
        if (gfx < 0 && !metadata.target().isEmpty()) {
            add(
                    CodeObjectRule.METADATA_FOR_OTHER_PROCESSOR,
                    metadata.offset(),
                    "target of the metadata is '%s' when it should have a processor, as in amdgcn-amd-amdhsa--gfx90a"
                            .formatted(metadata.target()));
        }
        if (gfx >= 0 && own.isPresent()) {
            var stated = CodeObjectTarget.parse(metadata.target().substring(gfx + 1));
            if (!stated.equals(own.get())) {
                add(
                        CodeObjectRule.METADATA_FOR_OTHER_PROCESSOR,
                        metadata.offset(),
                        "target of the metadata is '%s' when it should be '%s', as in e_flags"
                                .formatted(stated, own.get()));
            }
        }
    }

    private void add(Rule rule, long offset, String problem) {
        observations.add(rule, found.section(), offset, problem);
    }
}
