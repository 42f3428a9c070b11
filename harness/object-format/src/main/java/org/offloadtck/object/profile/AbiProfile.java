package org.offloadtck.object.profile;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.ir.OffloadInfo;
import org.offloadtck.object.ir.Visibility;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.OffloadKindNumbering;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.profile.compilation.DeviceConstructors;
import org.offloadtck.object.profile.compilation.EmbeddingStep;
import org.offloadtck.object.profile.compilation.ImageCarrier;
import org.offloadtck.object.profile.compilation.IndirectStyle;
import org.offloadtck.object.profile.compilation.InternalVariableEntries;
import org.offloadtck.object.profile.compilation.MappedNamePosition;
import org.offloadtck.object.profile.compilation.RequiresStyle;
import org.offloadtck.object.profile.link.ArchivePolicy;
import org.offloadtck.object.profile.link.ArchiveSymbolTracking;
import org.offloadtck.object.profile.link.DummyBinding;
import org.offloadtck.object.profile.link.ImageStart;
import org.offloadtck.object.profile.link.RelocatableStyle;
import org.offloadtck.object.profile.link.TargetMatching;
import org.offloadtck.object.profile.link.UnregisterStyle;
import org.offloadtck.object.profile.link.WrapperNaming;
import org.offloadtck.object.profile.runtime.CudaImageRule;
import org.offloadtck.object.profile.runtime.DeviceAbi;
import org.offloadtck.object.profile.runtime.ImageChoice;
import org.offloadtck.object.profile.runtime.ImageFitScope;
import org.offloadtck.object.profile.runtime.ImageLoading;
import org.offloadtck.object.profile.runtime.MissingSymbolPolicy;
import org.offloadtck.object.profile.runtime.RegistrationScope;
import org.offloadtck.object.profile.runtime.StructureAlignment;
import org.offloadtck.object.profile.runtime.TableMismatchPolicy;
import org.offloadtck.object.profile.runtime.UnmappedPointerResult;

/// What one edition of an offloading toolchain writes and expects. The values come from a profile's
/// YAML file; where each is from is in [#values].
///
/// @param id such as `llvm-19` or `documented`
/// @param title a line for people
/// @param values every value with its source, by key, in the order of the keys
public record AbiProfile(
        String id,
        String title,
        FatObject fatObject,
        Entries entries,
        Compilation compilation,
        Wrapper wrapper,
        RelocatableLink relocatableLink,
        DeviceLink deviceLink,
        RuntimeAbi runtime,
        DataMapping dataMapping,
        DeviceModule deviceModule,
        List<ProfileValue> values) {

    public AbiProfile {
        values = List.copyOf(values);
    }

    /// The value of `key`, such as `entries.layout`, with its source.
    public Optional<ProfileValue> value(String key) {
        return values.stream().filter(value -> value.key().equals(key)).findFirst();
    }

    /// How device images travel in host objects.
    ///
    /// @param kindNumbering what the codes of offload kinds mean, in images and in entries
    /// @param cpuArch the `arch` string of an image for a CPU for which none was asked for
    /// @param lastImageKind the highest code of [org.offloadtck.object.offload.ImageKind] there is
    /// @param stringOrder the order in which a packager writes the strings of an image
    public record FatObject(
            ImageCarrier carrier,
            OffloadKindNumbering kindNumbering,
            String cpuArch,
            int lastImageKind,
            List<String> stringOrder) {

        public FatObject {
            stringOrder = List.copyOf(stringOrder);
        }
    }

    /// The offload entries a compiler writes.
    ///
    /// @param sections the section of each kind's entries; a kind that is missing has none
    /// @param alignment of the section in a compiler's object, in bytes
    /// @param sectionFlags ELF `sh_flags` of the section in position-independent objects
    /// @param symbolPrefix what an entry's own symbol starts with, before the entry's name
    /// @param nameSymbol the symbol of an entry's name string
    /// @param nameSection the section of the name strings; a compiler that names none leaves them
    ///   in `.rodata.str1.1`
    /// @param openmpFlags every bit that may occur in an OpenMP entry's flags
    /// @param cudaFlags every bit that may occur in a CUDA or HIP entry's flags
    /// @param cudaData whether the entries of textures and surfaces state a dimension in their data
    /// @param requires how `#pragma omp requires` reaches the runtime
    /// @param requiresName the name of the entry that carries it, where there is one
    /// @param indirect how `declare target indirect` is written
    /// @param indirectFlag the flag of such an entry; 0 where there is none
    public record Entries(
            EntryLayout layout,
            Map<OffloadKind, String> sections,
            long alignment,
            long sectionFlags,
            String symbolPrefix,
            String nameSymbol,
            String nameSection,
            long openmpFlags,
            long cudaFlags,
            boolean cudaData,
            RequiresStyle requires,
            String requiresName,
            IndirectStyle indirect,
            long indirectFlag) {

        public Entries {
            sections = Map.copyOf(sections);
        }

        /// The section of `kind`'s entries; empty where the edition has no such entries.
        public Optional<String> section(OffloadKind kind) {
            return Optional.ofNullable(sections.get(kind));
        }
    }

    /// What a front end makes of a program, beside the form of its entries.
    ///
    /// @param constructorPrefix what the names of a device constructor and destructor start with,
    ///   before the place of the variable
    /// @param requiresFlags the clauses of `requires` that are handed to the runtime, as its flags
    /// @param mappedName where the text about a mapped variable names it
    /// @param identLength whether an `ident_t` states the length of its text
    /// @param regionInfoFields how many values a region's node of `omp_offload.info` has
    public record Compilation(
            InternalVariableEntries internalVariables,
            DeviceConstructors deviceConstructors,
            String constructorPrefix,
            long requiresFlags,
            MappedNamePosition mappedName,
            boolean identLength,
            int regionInfoFields,
            EmbeddingStep embedding) {}

    /// The object that registers linked device images.
    ///
    /// @param imageSection the section of the linked images
    /// @param imageSectionType its ELF `sh_type`
    /// @param descriptorSection the section of `.omp_offloading.descriptor` and
    ///   `.omp_offloading.device_images`
    /// @param imageStart what `__tgt_device_image.ImageStart` points to
    /// @param dummySymbols the zero-sized object of each kind that keeps the entry section in the
    ///   link
    /// @param dummyBinding the binding of that object
    /// @param constructorPriority of the registration function; 65535 for none
    /// @param unregister how the images are unregistered
    /// @param hipBundle how code objects for HIP are named
    public record Wrapper(
            String imageSection,
            long imageSectionType,
            String descriptorSection,
            ImageStart imageStart,
            Map<OffloadKind, String> dummySymbols,
            DummyBinding dummyBinding,
            int constructorPriority,
            UnregisterStyle unregister,
            HipBundle hipBundle) {

        public Wrapper {
            dummySymbols = Map.copyOf(dummySymbols);
        }

        /// The dummy object of `kind`; empty where the edition wraps no such images.
        public Optional<String> dummySymbol(OffloadKind kind) {
            return Optional.ofNullable(dummySymbols.get(kind));
        }
    }

    /// The IDs in the file of all code objects that HIP's runtime is given.
    ///
    /// @param host of the host's code object, which has no bytes
    /// @param device of any other, without its architecture
    public record HipBundle(String host, String device) {}

    /// What `-r` with the offload toolchain makes.
    ///
    /// @param imageSection the section of the images that are already linked
    /// @param renamedSections the entry sections that get a suffix of their own
    public record RelocatableLink(
            RelocatableStyle style, String imageSection, List<String> renamedSections) {

        public RelocatableLink {
            renamedSections = List.copyOf(renamedSections);
        }
    }

    /// Which device images are linked together, and what of the link line reaches their linker.
    ///
    /// @param symbols what decides whether a member of an archive is needed
    /// @param honoursWholeArchive whether `--whole-archive` is known
    /// @param defaultArch what an image for no arch, or for `generic`, is linked for; empty for
    ///   what the compiler takes by itself
    /// @param passesHostArchives whether the archives and shared objects on the line take part in
    ///   the link of an image for the CPU
    /// @param wrapperNames what wrapper objects are called
    /// @param toolSuffix what follows the names of the release's tools where several releases are
    ///   installed, such as `-19`
    public record DeviceLink(
            ArchivePolicy archives,
            TargetMatching matching,
            ArchiveSymbolTracking symbols,
            boolean honoursWholeArchive,
            String defaultArch,
            boolean passesHostArchives,
            WrapperNaming wrapperNames,
            String toolSuffix) {}

    /// What host code and device images expect of the runtime.
    ///
    /// @param kernelArgumentsVersion the version in `KernelArgsTy` that the compiler writes; 0
    ///   where kernels are launched without it
    /// @param deviceAbi the way kernels of this edition are launched
    /// @param deviceEnvironmentSize size of `__omp_rtl_device_environment`, in bytes
    /// @param imageChoice which of several compatible images is loaded
    /// @param registration which images are filed under a registered library
    /// @param imageFit which devices an image has to fit
    /// @param imageLoading when images are loaded
    /// @param tableMismatch what a different number of host and device entries does
    /// @param missingSymbol what an entry does that the image has nothing for
    /// @param upgradesLegacyEntries whether entries of [EntryLayout#LEGACY] are taken as well
    /// @param cudaImages which of NVIDIA's device images are loaded
    /// @param messagePrefix what the runtime's messages start with
    public record RuntimeAbi(
            int kernelArgumentsVersion,
            DeviceAbi deviceAbi,
            int deviceEnvironmentSize,
            ImageChoice imageChoice,
            RegistrationScope registration,
            ImageFitScope imageFit,
            ImageLoading imageLoading,
            TableMismatchPolicy tableMismatch,
            MissingSymbolPolicy missingSymbol,
            boolean upgradesLegacyEntries,
            CudaImageRule cudaImages,
            String messagePrefix) {}

    /// What host code expects of a device's data environment.
    ///
    /// @param knownTypes every bit that may occur in a map type, [MapType#MEMBER_OF] aside
    /// @param missingPointer what a pointer without counterpart is translated to
    /// @param structureAlignment how a structure that is mapped from its middle is aligned
    public record DataMapping(
            long knownTypes,
            UnmappedPointerResult missingPointer,
            StructureAlignment structureAlignment) {}

    /// What the compilation for a device leaves.
    ///
    /// @param kernelVisibility of target regions
    /// @param functionVisibility of other functions that are not local
    /// @param linkPointerVisibility of the pointers that stand for variables of the clause `link`
    /// @param regionOperands in a region's row of `omp_offload.info`
    /// @param entriesForCpus whether the modules of CPUs have offload entries
    public record DeviceModule(
            Visibility kernelVisibility,
            Visibility functionVisibility,
            Visibility linkPointerVisibility,
            OffloadInfo.Operands regionOperands,
            boolean entriesForCpus) {}
}
