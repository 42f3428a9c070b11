package org.offloadtck.scenario.link;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.scenario.world.ScenarioFolder;

/// Links images of a CPU target to a shared object with the machine's `ld`, as clang does for the
/// linker wrapper.
///
/// @see "LLVM 19, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, clang: -shared
///   -Bsymbolic for CPU targets"
record SharedObjectLinker(ScenarioFolder scenarioFolder) implements DeviceLinker {

    private static final String CPU = "x86_64-pc-linux-gnu";

    @Override
    public boolean links(TargetId target) {
        return target.triple().equals(CPU);
    }

    @Override
    public MemorySegment link(TargetId target, List<Input> inputs) {
        var command = new ArrayList<>(List.of("-shared", "-Bsymbolic", "-o", "image.so"));
        for (Input input : inputs) {
            String file = "device-%d.o".formatted(command.size());
            command.add(scenarioFolder.put(file, input.bytes().toArray(JAVA_BYTE)));
        }
        scenarioFolder.succeed("ld", command.toArray(String[]::new));
        return MemorySegment.ofArray(scenarioFolder.read("image.so"));
    }
}
