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
import org.offloadtck.object.profile.compilation.StringContainer;
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
import org.offloadtck.object.profile.runtime.InfoFormat;
import org.offloadtck.object.profile.runtime.MissingSymbolPolicy;
import org.offloadtck.object.profile.runtime.RegistrationScope;
import org.offloadtck.object.profile.runtime.StructureAlignment;
import org.offloadtck.object.profile.runtime.TableMismatchPolicy;
import org.offloadtck.object.profile.runtime.UnmappedPointerResult;

/// The values that one edition of an offloading toolchain writes and expects. They come from the
/// profile's YAML file; [#values] states the source of each.
///
/// @param id such as `llvm-19` or `documented`
/// @param title one line for people
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

    /// How host objects carry device images.
    ///
    /// @param kindNumbering the meaning of the codes of offload kinds, in images and in entries
    /// @param cpuArch the `arch` string of an image for a CPU without a requested architecture
    /// @param lastImageKind the highest code of [org.offloadtck.object.offload.ImageKind] in the
    ///   edition
    /// @param stringContainer determines the order in which a packager writes the strings of an
    ///   image
    /// @param stringOrder the first keys in that order, if [StringContainer#LISTED]
    public record FatObject(
            ImageCarrier carrier,
            OffloadKindNumbering kindNumbering,
            String cpuArch,
            int lastImageKind,
            StringContainer stringContainer,
            List<String> stringOrder) {

        public FatObject {
            stringOrder = List.copyOf(stringOrder);
        }
    }

    /// The offload entries a compiler writes.
    ///
    /// @param sections the section of each kind's entries; a missing kind has none
    /// @param alignment of the section in a compiler's object, in bytes
    /// @param sectionFlags ELF `sh_flags` of the section in position-independent objects
    /// @param symbolPrefix prefix of the symbol of an entry, before the entry's name
    /// @param nameSymbol the symbol of an entry's name string
    /// @param nameSection the section of the name strings; a compiler that names none leaves them
    ///   in `.rodata.str1.1`
    /// @param openmpFlags every bit that may occur in an OpenMP entry's flags
    /// @param cudaFlags every bit that may occur in a CUDA or HIP entry's flags
    /// @param cudaData whether the entries of textures and surfaces state a dimension in their data
    /// @param requires how `#pragma omp requires` reaches the runtime
    /// @param requiresName the name of the entry with the clauses, if there is one
    /// @param indirect the form of `declare target indirect` in the entries
    /// @param indirectFlag the flag of such an entry; 0 if there is none
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

    /// What a front end generates for a program, in addition to its entries.
    ///
    /// @param constructorPrefix prefix of the names of a device constructor and destructor, before
    ///   the location of the variable
    /// @param requiresFlags the clauses of `requires` that are passed to the runtime, as its flags
    /// @param mappedName the field that names a mapped variable in its text
    /// @param identLength whether an `ident_t` states the length of its text
    /// @param regionInfoFields the number of values in a region's node of `omp_offload.info`
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
    /// @param imageStart the target of `__tgt_device_image.ImageStart`
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

    /// The IDs of code objects in the bundle for HIP's runtime.
    ///
    /// @param host of the host's code object, which is empty
    /// @param device of any other, without its architecture
    public record HipBundle(String host, String device) {}

    /// The product of `-r` with the offload toolchain.
    ///
    /// @param imageSection the section of the images that are already linked
    /// @param renamedSections the entry sections that are renamed with a suffix
    public record RelocatableLink(
            RelocatableStyle style, String imageSection, List<String> renamedSections) {

        public RelocatableLink {
            renamedSections = List.copyOf(renamedSections);
        }
    }

    /// Which device images are linked together, and which parts of the link line the device linker
    /// receives.
    ///
    /// @param symbols the symbols that decide whether an archive member is needed
    /// @param honoursWholeArchive whether `--whole-archive` is honoured
    /// @param defaultArch the architecture for which an image without architecture, or for
    ///   `generic`, is linked; empty for the compiler's default
    /// @param passesHostArchives whether the archives and shared objects on the link line take part
    ///   in the link of an image for the CPU
    /// @param wrapperNames the names of wrapper objects
    /// @param toolSuffix suffix of the release's tool names where several releases are installed,
    ///   such as `-19`
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
    /// @param kernelArgumentsVersion the version in `KernelArgsTy` that the compiler writes; 0 if
    ///   kernels are launched without it
    /// @param deviceAbi how kernels of this edition are launched
    /// @param deviceEnvironmentSize size of `__omp_rtl_device_environment`, in bytes
    /// @param imageChoice which of several compatible images is loaded
    /// @param registration the images that the runtime considers when a library is registered
    /// @param imageFit the devices that an image must fit
    /// @param imageLoading when images are loaded
    /// @param tableMismatch the effect of different numbers of host and device entries
    /// @param missingSymbol the effect of an entry that the image does not define
    /// @param upgradesLegacyEntries whether the runtime also accepts entries of
    ///   [EntryLayout#LEGACY]
    /// @param unpacksImages whether the runtime also accepts images with the header of their
    ///   offload binary
    /// @param launchesEarlierKernels whether the runtime also launches kernels of earlier values of
    ///   `deviceAbi`
    /// @param cudaImages which images for NVIDIA GPUs are loaded
    /// @param messagePrefix prefix of the runtime's messages
    /// @param infoFormat what the runtime prints for `LIBOMPTARGET_INFO`
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
            boolean unpacksImages,
            boolean launchesEarlierKernels,
            CudaImageRule cudaImages,
            String messagePrefix,
            InfoFormat infoFormat) {}

    /// What host code expects of a device data environment.
    ///
    /// @param knownTypes every bit that may occur in a map type, except
    ///   [MapType#MEMBER_OF][org.offloadtck.object.offload.abi.MapType#MEMBER_OF]
    /// @param missingPointer the translation of a pointer whose object is not mapped
    /// @param structureAlignment how a structure that is mapped from its middle is aligned
    public record DataMapping(
            long knownTypes,
            UnmappedPointerResult missingPointer,
            StructureAlignment structureAlignment) {}

    /// The properties of compiled device modules.
    ///
    /// @param kernelVisibility of target regions
    /// @param functionVisibility of other functions that are not local
    /// @param linkPointerVisibility of the pointers for variables of the clause `link`
    /// @param regionOperands the operands in a region's row of `omp_offload.info`
    /// @param entriesForCpus whether the modules of CPUs have offload entries
    /// @param targetInitParameters the number of parameters of `__kmpc_target_init`
    /// @param parallelFunctions the functions of the device runtime that start a parallel region
    /// @param dataLayouts the data layouts of modules for NVPTX, 64 bits
    /// @param hostDataLayouts the data layouts of modules for x86-64 and ELF
    public record DeviceModule(
            Visibility kernelVisibility,
            Visibility functionVisibility,
            Visibility linkPointerVisibility,
            OffloadInfo.Operands regionOperands,
            boolean entriesForCpus,
            int targetInitParameters,
            List<String> parallelFunctions,
            List<String> dataLayouts,
            List<String> hostDataLayouts) {

        public DeviceModule {
            parallelFunctions = List.copyOf(parallelFunctions);
            dataLayouts = List.copyOf(dataLayouts);
            hostDataLayouts = List.copyOf(hostDataLayouts);
        }
    }
}
