package org.offloadtck.toolkit;

import java.util.List;
import java.util.Optional;
import org.offloadtck.command.StandalonePrograms;

/// The programs of the device toolkit, as the kit's command line finds them.
public final class ToolkitPrograms implements StandalonePrograms {

    @Override
    public Optional<StandaloneProgram> startedBy(List<String> words) {
        return words.stream().findFirst().flatMap(CudaTool::named).map(tool -> tool::run);
    }
}
