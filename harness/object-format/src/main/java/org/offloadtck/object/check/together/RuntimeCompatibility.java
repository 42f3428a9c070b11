package org.offloadtck.object.check.together;

import static org.offloadtck.object.profile.runtime.DeviceAbi.D16;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ImageReport;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.check.rule.LinkSetRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.offload.entry.EntryLayout;

/// Compares a program with the runtime that it is run with: the layout of its entries, where its
/// images start, and how its kernels state their execution mode.
///
/// Tried with the objects, linker wrappers and runtimes of LLVM 15, 16, 19 and 22 in all
/// combinations (`features/executable-run/releases.feature`).
///
/// Requirement: OC-78.
///
/// @param program a linked file with descriptors
record RuntimeCompatibility(Linked program, LibomptargetFile runtime) {

    /// Suffix of a kernel's byte. Source: LLVM 14 to 17, `PluginInterface.cpp`,
    /// `getExecutionModeForKernel`.
    private static final String MODE = "_exec_mode";

    /// Suffix of a kernel's structure. Source: LLVM 18 to 23, `PluginInterface.cpp`,
    /// `GenericKernelTy::init`.
    private static final String ENVIRONMENT = "_kernel_environment";

    /// A linked file.
    record Linked(ObjectReport report, ObjectBytes contents) {}

    Stream<Finding> findings() {
        return Stream.of(entries(), imageStart(), kernels()).flatMap(Optional::stream);
    }

    /// A runtime since LLVM 20 reads the layout of earlier ones too.
    private Optional<Finding> entries() {
        return runtime.abi().runtime().upgradesLegacyEntries()
                        && runtime.abi().entries().layout() != EntryLayout.LEGACY
                ? Optional.empty()
                : mismatch("entries.layout")
                        .map(found ->
                                finding(
                                        found,
                                        "the entries have %s bytes when the runtime %s reads %s"
                                                .formatted(
                                                        found.actual(),
                                                        runtime.source(),
                                                        found.expected())));
    }

    private Optional<Finding> imageStart() {
        return runtime.abi().runtime().unpacksImages()
                ? Optional.empty()
                : mismatch("wrapper.image-start")
                        .map(found ->
                                finding(
                                        found,
                                        "the images are registered with the header of their offload binary when the runtime %s takes images alone"
                                                .formatted(runtime.source())));
    }

    private Optional<ProfileMismatch> mismatch(String field) {
        return program.report().profiles().stream()
                .filter(verdict -> verdict.profile().equals(runtime.abi().id()))
                .flatMap(verdict -> verdict.byField().stream())
                .filter(found -> found.field().equals(field))
                .findFirst();
    }

    private static Finding finding(ProfileMismatch found, String problem) {
        return new Finding(
                LinkSetRule.RUNTIME_OF_OTHER_RELEASE,
                found.where().section(),
                found.where().offset(),
                problem);
    }

    private Optional<Finding> kernels() {
        var abi = runtime.abi().runtime();
        if (abi.deviceAbi() == D16) {
            return kernels(ENVIRONMENT, MODE);
        }
        return abi.launchesEarlierKernels() ? Optional.empty() : kernels(MODE, ENVIRONMENT);
    }

    /// @param foreign suffix of what the runtime does not read
    /// @param own suffix of what it reads
    private Optional<Finding> kernels(String foreign, String own) {
        return program.report().images().stream()
                .flatMap(image ->
                        kernels(image, foreign)
                                .map(kernel ->
                                        new Finding(
                                                LinkSetRule.RUNTIME_OF_OTHER_RELEASE,
                                                image.section(),
                                                image.offset(),
                                                "kernel %s states its mode in %s when the runtime %s reads %s"
                                                        .formatted(
                                                                kernel,
                                                                kernel + foreign,
                                                                runtime.source(),
                                                                kernel + own))))
                .findFirst();
    }

    private Stream<String> kernels(ImageReport image, String suffix) {
        var bytes = program.contents().window(image.offset(), image.size(), "image");
        if (!ElfObject.isElf(bytes)) {
            return Stream.empty();
        }
        try {
            var symbols = ElfObject.parse(bytes).symbols();
            Set<String> functions =
                    symbols.stream()
                            .filter(symbol -> symbol.type().equals(SymbolType.FUNC))
                            .map(Symbol::name)
                            .collect(Collectors.toSet());
            return symbols.stream()
                    .map(Symbol::name)
                    .filter(name -> name.endsWith(suffix))
                    .map(name -> name.substring(0, name.length() - suffix.length()))
                    .filter(functions::contains)
                    .sorted();
        } catch (MalformedObjectException _) {
            return Stream.empty();
        }
    }
}
