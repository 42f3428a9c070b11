package org.offloadtck.linker;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.check.LinkChecks;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.profile.AbiProfile;

/// Links programs in this process with [StaticLinker].
///
/// @param imports the symbols that programs take from shared libraries
record StaticHostLinker(AbiProfile profile, Imports imports)
        implements HostLinker<StaticHostLinker.Program> {

    /// A linked program, and the wrapper objects in it.
    record Program(List<ElfObject> wrappers, HostExecutable executable) {
        Program {
            wrappers = List.copyOf(wrappers);
        }
    }

    @Override
    public Linked<Program> link(
            List<WrapperObject> wrappers, List<LinkInput> inputs, List<LinkedImage> images) {
        var objects = wrappers.stream().map(WrapperObject::elf).toList();
        var line = new ArrayList<LinkInput>();
        objects.forEach(object -> line.add(new LinkInput.Relocatable(object)));
        inputs.stream()
                .filter(input -> !(input instanceof LinkInput.OffloadBinaryFile))
                .forEach(line::add);
        var executable = StaticLinker.link(line, imports);
        return new Linked<>(
                new Program(objects, executable),
                new LinkChecks(profile).ofProgram(executable, images));
    }
}
