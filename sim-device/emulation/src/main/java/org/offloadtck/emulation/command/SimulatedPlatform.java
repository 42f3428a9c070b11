package org.offloadtck.emulation.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.command.KitCommand;
import org.offloadtck.emulation.run.ExecOptions;
import org.offloadtck.emulation.run.ProgramRun;
import org.offloadtck.launch.command.SimulateCommand;
import org.offloadtck.plugin.EmulatedPlatform;
import org.offloadtck.toolkit.CudaRelease;
import org.offloadtck.toolkit.ToolkitCommand;

/// The emulated platform of scenarios about executables: the toolkit and the driver of this kit.
public final class SimulatedPlatform implements EmulatedPlatform {

    private static final String EXEC = "offload-tck-exec";

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public String device() {
        return new ProgramRun(ExecOptions.defaults()).report().device();
    }

    @Override
    public Optional<String> obstacle() {
        try {
            DriverPathCommand.folder();
            return Optional.empty();
        } catch (IOException fault) {
            return Optional.of(String.valueOf(fault.getMessage()));
        }
    }

    @Override
    public void writeToolkit(Path folder) {
        ToolkitCommand.write(folder, CudaRelease.CUDA_11_8);
    }

    @Override
    public Path driverFolder() {
        try {
            return DriverPathCommand.folder();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public List<String> launcher(List<String> options) {
        var words = new ArrayList<String>();
        words.add(driverFolder().resolve(EXEC).toString());
        words.addAll(options);
        words.add("--");
        return words;
    }

    @Override
    public List<String> simulator() {
        return KitCommand.ofKit(SimulateCommand.NAME).words();
    }
}
