package org.offloadtck.runtime.info;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.offloadtck.object.offload.abi.Ident;
import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.runtime.OffloadRuntime;
import org.offloadtck.runtime.argument.ArgumentArrays;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.trace.RuntimeEvent;

/// What a runtime prints for `LIBOMPTARGET_INFO`: the events of its devices, the arguments of each
/// construct before it begins, and the tables of all devices after it.
///
/// Of a construct that the host executes nothing is printed, of one that fails no table.
///
/// Requirement: ER-22.
public final class InfoOutput {

    /// The place of the tables at the end of a program.
    ///
    /// @see "LLVM 22, offload/libomptarget/device.cpp, DeviceTy::~DeviceTy"
    private static final SourceLocation END =
            new SourceLocation("libomptarget", "libomptarget", 0, 0);

    private final HostMemory host;
    private final OffloadRuntime runtime;
    private final List<InfoWriter> devices;
    private final Consumer<String> lines;
    private InfoLevel level = InfoLevel.NOTHING;

    /// Observes the devices of `runtime`, which has none that is not observed.
    ///
    /// @param release of the lines
    /// @param lines receives each line, without its line end
    public InfoOutput(
            HostMemory host,
            OffloadRuntime runtime,
            AbiProfile.RuntimeAbi release,
            Consumer<String> lines) {
        this.host = host;
        this.runtime = runtime;
        this.lines = lines;
        this.devices =
                IntStream.range(0, runtime.devices())
                        .mapToObj(number ->
                                new InfoWriter(
                                        release.messagePrefix(), release.infoFormat(), number))
                        .toList();
        devices.forEach(device -> runtime.observe(device.device(), event -> print(device, event)));
    }

    private void print(InfoWriter device, RuntimeEvent event) {
        if (level.includes(event)) {
            device.line(event).ifPresent(lines);
        }
    }

    /// Sets what is printed from now on.
    public void setLevel(InfoLevel wanted) {
        level = wanted;
    }

    /// Performs a construct.
    ///
    /// @param arguments read if they are printed
    /// @return the result of `effect`
    public long perform(
            TracedConstruct construct, Supplier<ArgumentArrays> arguments, LongSupplier effect) {
        if (!level.includesConstructs() || runtime.libraries().isEmpty()) {
            return effect.getAsLong();
        }
        var device = runtime.device(construct.deviceId(), construct.kind().toString());
        if (device.isEmpty()) {
            return effect.getAsLong();
        }
        SourceLocation place = place(construct.ident());
        if (level.includesArguments()) {
            new ArgumentListing(devices.get(device.getAsInt()))
                    .lines(construct.kind(), place, arguments.get().withoutMappers().read(host))
                    .forEach(lines);
        }
        long result = effect.getAsLong();
        printTables(place);
        return result;
    }

    /// Prints the tables at the end of the program.
    public void end() {
        printTables(END);
    }

    private void printTables(SourceLocation place) {
        if (level.includesTable()) {
            devices.forEach(text ->
                    new TableListing(text)
                            .lines(place, runtime.dataEnvironment(text.device()).mappings())
                            .forEach(lines));
        }
    }

    /// @param ident address of an `ident_t`, or 0
    private SourceLocation place(long ident) {
        if (ident == 0) {
            return SourceLocation.UNKNOWN;
        }
        var fields = Ident.parse(host.view(ident, Ident.SIZE, "ident_t"), 0);
        return SourceLocation.parse(host.string(fields.source(), "psource"))
                .orElse(SourceLocation.UNKNOWN);
    }
}
