package org.offloadtck.runtime.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.offload.abi.DeviceEnvironment;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.runtime.MissingSymbolPolicy;
import org.offloadtck.object.profile.runtime.TableMismatchPolicy;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.Program;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.indirect.FunctionPointerPair;
import org.offloadtck.runtime.indirect.FunctionPointerTable;
import org.offloadtck.runtime.indirect.IndirectEntryReader;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.registration.HostEntry;
import org.offloadtck.runtime.registration.HostImage;

/// Loads images on one device.
///
/// Requirements: RG-05, RG-06, RG-09, RG-16, RG-18.
public final class ImageLoader {

    private static final String SOURCE = "__tgt_register_lib";

    /// Ticks per second of the device clock, for devices that do not report it.
    ///
    /// @see "LLVM 19, offload/plugins-nextgen/common/include/PluginInterface.h,
    ///   GenericDeviceTy::getClockFrequency: CLOCKS_PER_SEC"
    private static final long CLOCK_FREQUENCY = 1_000_000;

    private final AbiProfile profile;
    private final DeviceChannel channel;
    private final IndirectEntryReader functions;
    private final DeviceEnvironmentWriter environment;

    /// A loader for the channel's device.
    ///
    /// @param deviceNumber number of the channel's device
    /// @param deviceCount number of devices of the runtime
    public ImageLoader(
            AbiProfile profile, DeviceChannel channel, int deviceNumber, int deviceCount) {
        this.profile = profile;
        this.channel = channel;
        this.functions = new IndirectEntryReader(profile, channel);
        this.environment =
                new DeviceEnvironmentWriter(
                        profile,
                        channel,
                        new DeviceEnvironment(
                                0, deviceCount, deviceNumber, 0, CLOCK_FREQUENCY, 0, 0, 0));
    }

    /// Loads `image` and finds the counterparts of `entries`.
    ///
    /// @throws OffloadException if a counterpart is missing or has another size
    public LoadedImage load(HostImage image, List<HostEntry> entries) {
        requireSameEntries(image, entries);
        Program program = channel.device().createProgram(image.program());
        boolean loaded = false;
        try {
            List<DeviceEntry> counterparts = deviceEntries(program, image, entries);
            FunctionPointerTable functions = DeviceEntry.functions(counterparts);
            var result =
                    new LoadedImage(
                            image, program, counterparts, environment.write(program, functions));
            loaded = true;
            return result;
        } finally {
            if (!loaded) {
                program.close();
            }
        }
    }

    /// Rejects an image whose entries differ from the library's. Editions pair the two tables by
    /// position: with different names, host pointers would select the wrong kernels.
    private void requireSameEntries(HostImage image, List<HostEntry> entries) {
        int ofImage = image.entries().size();
        if (ofImage != entries.size()
                && profile.runtime().tableMismatch() == TableMismatchPolicy.ERROR) {
            throw broken(
                    image.at(),
                    "host and target tables mismatch: the host's has %d entries, that of the image %d"
                            .formatted(entries.size(), ofImage));
        }
        for (int index = 0; index < Math.min(ofImage, entries.size()); index++) {
            String name = image.entries().get(index).name();
            if (!name.equals(entries.get(index).name())) {
                throw broken(
                        entries.get(index).at(),
                        "entry %d is %s when that of the image is %s"
                                .formatted(index, entries.get(index).name(), name));
            }
        }
    }

    private static OffloadException broken(long at, String problem) {
        return new OffloadException(SOURCE, at, RuntimeRule.ENTRY_TABLES, problem);
    }

    /// Pairs the entries. If the image's table is shorter than the library's, the remaining entries
    /// are missing in the image.
    private List<DeviceEntry> deviceEntries(
            Program program, HostImage image, List<HostEntry> entries) {
        var found = new ArrayList<DeviceEntry>();
        for (HostEntry entry : entries) {
            found.add(
                    found.size() < image.entries().size()
                            ? deviceEntry(program, entry)
                            : new DeviceEntry.Missing(entry.name()));
        }
        return found;
    }

    private boolean hasSymbols() {
        return channel.device().capabilities().contains(Capability.SYMBOLS);
    }

    private DeviceEntry deviceEntry(Program program, HostEntry entry) {
        if (entry.has(OpenmpEntryFlag.REGISTER_REQUIRES)) {
            return new DeviceEntry.Directive();
        }
        if (functions.reads(entry)) {
            return indirect(program, entry);
        }
        return entry.isRegion() ? region(program, entry) : variable(program, entry);
    }

    private DeviceEntry indirect(Program program, HostEntry entry) {
        Optional<List<FunctionPointerPair>> pairs = functions.read(program, entry);
        if (pairs.isEmpty()) {
            return missing(entry, "indirect function");
        }
        return entry.has(OpenmpEntryFlag.INDIRECT_VTABLE)
                ? new DeviceEntry.VirtualTableSlots(pairs.get())
                : new DeviceEntry.IndirectFunction(
                        pairs.get().getFirst(), functions.mappedBytes(entry));
    }

    private DeviceEntry region(Program program, HostEntry entry) {
        Optional<Kernel> kernel = program.kernel(entry.name());
        if (kernel.isEmpty()) {
            return missing(entry, "kernel");
        }
        return new DeviceEntry.Region(
                new LoadedKernel(kernel.get(), configuration(program, entry)));
    }

    private KernelConfiguration configuration(Program program, HostEntry entry) {
        return hasSymbols()
                ? new KernelConfigurationReader(program, channel, profile).read(entry)
                : new KernelConfiguration.Plain();
    }

    private DeviceEntry variable(Program program, HostEntry entry) {
        channel.require(Capability.SYMBOLS, "variable " + entry.name());
        Optional<DeviceMemory> memory = program.global(entry.name());
        if (memory.isEmpty()) {
            return missing(entry, "variable");
        }
        if (memory.get().size() != entry.fields().size()) {
            throw new OffloadException(
                    SOURCE,
                    entry.at(),
                    RuntimeRule.SYMBOL_SIZE,
                    "variable %s has %d bytes in the image when the host's has %d"
                            .formatted(entry.name(), memory.get().size(), entry.fields().size()));
        }
        return new DeviceEntry.Variable(memory.get());
    }

    private DeviceEntry missing(HostEntry entry, String what) {
        if (profile.runtime().missingSymbol() == MissingSymbolPolicy.TOLERATED) {
            return new DeviceEntry.Missing(entry.name());
        }
        throw new OffloadException(
                SOURCE,
                entry.at(),
                RuntimeRule.SYMBOL_DEFINED,
                "the image defines no %s %s".formatted(what, entry.name()));
    }
}
