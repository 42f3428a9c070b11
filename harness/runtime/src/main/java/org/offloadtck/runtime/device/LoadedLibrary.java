package org.offloadtck.runtime.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.image.DeviceEntry;
import org.offloadtck.runtime.image.LoadedImage;
import org.offloadtck.runtime.image.LoadedKernel;
import org.offloadtck.runtime.indirect.DeviceFunction;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.registration.HostEntry;
import org.offloadtck.runtime.registration.HostLibrary;
import org.offloadtck.runtime.table.LookupResult;

/// One library on one device: its loaded image and the variables that it has mapped.
final class LoadedLibrary {

    private final HostLibrary library;
    private final LoadedImage image;
    private final List<Long> variables = new ArrayList<>();

    LoadedLibrary(HostLibrary library, LoadedImage image) {
        this.library = library;
        this.image = image;
    }

    LoadedImage image() {
        return image;
    }

    /// Maps the library's variables. A variable that is mapped already keeps its mapping: common
    /// blocks of Fortran, and variables that several libraries declare, belong to the image that
    /// was loaded first.
    ///
    /// Requirements: RG-02, RG-08, RG-11, RG-13.
    void associate(DataEnvironment data) {
        for (int index = 0; index < image.entries().size(); index++) {
            HostEntry entry = library.entries().get(index);
            long address = entry.fields().address();
            counterpart(image.entries().get(index))
                    .filter(memory ->
                            data.lookup(address, memory.size()) instanceof LookupResult.Absent)
                    .ifPresent(memory -> {
                        data.associate(address, memory, VariableName.of(entry.name()));
                        variables.add(address);
                    });
        }
    }

    /// Unmaps the variables that this library has mapped.
    void dissociate(DataEnvironment data) {
        variables.forEach(data::dissociate);
        variables.clear();
    }

    /// The device counterpart of an entry's host storage.
    private static Optional<DeviceMemory> counterpart(DeviceEntry entry) {
        return switch (entry) {
            case DeviceEntry.Variable(var memory) -> Optional.of(memory);
            case DeviceEntry.IndirectFunction(var function, long bytes) ->
                    Optional.of(new DeviceFunction(function.device(), bytes));
            case DeviceEntry.Region _,
                    DeviceEntry.VirtualTableSlots _,
                    DeviceEntry.Directive _,
                    DeviceEntry.Missing _ ->
                    Optional.empty();
        };
    }

    /// Runs the constructors, in the order of their entries.
    ///
    /// Requirement: RG-25.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, initLibrary"
    void runConstructors(Consumer<LoadedKernel> alone) {
        run(OpenmpEntryFlag.CTOR, library.entries(), alone);
    }

    /// Runs the destructors, in the reverse order of their entries.
    ///
    /// Requirements: RG-15, RG-25.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/rtl.cpp, registerGlobalCtorsDtorsForImage:
    ///   destructors are pushed to the front"
    void runDestructors(Consumer<LoadedKernel> alone) {
        run(OpenmpEntryFlag.DTOR, library.entries().reversed(), alone);
    }

    private void run(OpenmpEntryFlag kind, List<HostEntry> order, Consumer<LoadedKernel> alone) {
        for (HostEntry entry : order) {
            if (entry.isRegion()
                    && entry.has(kind)
                    && image.entries().get(library.entries().indexOf(entry))
                            instanceof DeviceEntry.Region(var kernel)) {
                alone.accept(kernel);
            }
        }
    }

    /// Rejects `arguments` that refer to a variable that the image does not define.
    ///
    /// Requirement: RG-05.
    void requireDefined(List<MapArgument> arguments, String source) {
        for (int index = 0; index < image.entries().size(); index++) {
            HostEntry entry = library.entries().get(index);
            if (image.entries().get(index) instanceof DeviceEntry.Missing(var name)
                    && arguments.stream().anyMatch(argument -> isOf(entry, argument))) {
                throw new OffloadException(
                        source,
                        entry.fields().address(),
                        RuntimeRule.SYMBOL_DEFINED,
                        "the image defines no variable " + name);
            }
        }
    }

    private static boolean isOf(HostEntry entry, MapArgument argument) {
        return !argument.has(MapType.LITERAL)
                && Long.compareUnsigned(
                                argument.begin() - entry.fields().address(), entry.fields().size())
                        < 0;
    }
}
