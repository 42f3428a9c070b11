package org.offloadtck.object.container;

import java.util.Set;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SymbolType;

/// Recognises NVIDIA's library of the CUDA device runtime, `libcudadevrt.a`: machine code of each
/// architecture in one fat binary.
public final class DeviceRuntimeLibrary {

    /// The functions by which kernels launch kernels, which the library defines and programs
    /// declare: that of the second version (CUDA 13.0, `cuda_device_runtime_api.h`) and that of the
    /// first (CUDA 11.8), whose library has no other.
    private static final Set<String> LAUNCHES =
            Set.of("__cudaCDP2LaunchDeviceV2", "cudaLaunchDeviceV2");

    /// The section of a host object with the fat binary of a relocatable unit (`nvcc` 13.0).
    private static final String UNIT = "__nv_relfatbin";

    private DeviceRuntimeLibrary() {}

    /// Whether a fat binary is that of the library.
    public static boolean isIn(FatBinary binary) {
        return binary.images().stream().anyMatch(DeviceRuntimeLibrary::definesLaunch);
    }

    /// Whether a member of an archive has the fat binary of the library.
    ///
    /// @param source names the file in diagnostics
    /// @throws MalformedObjectException if the bytes are an archive that is damaged
    public static boolean isIn(String source, byte[] archive) {
        return Archive.isArchive(archive)
                && Archive.parse(source, archive).members().stream()
                        .anyMatch(DeviceRuntimeLibrary::hasUnit);
    }

    private static boolean hasUnit(ArchiveMember member) {
        try {
            return ElfObject.isElf(member.contents())
                    && ElfObject.parse(member.contents())
                            .section(UNIT)
                            .map(section -> isIn(FatBinary.parse(section.contents())))
                            .orElse(false);
        } catch (MalformedObjectException _) {
            return false;
        }
    }

    private static boolean definesLaunch(Image image) {
        if (image.kind() != Kind.ELF) {
            return false;
        }
        var file = ObjectBytes.of("image", image.bytes());
        return Cubin.isCubin(file)
                && ElfObject.parse(file).symbols().stream()
                        .filter(symbol -> LAUNCHES.contains(symbol.name()))
                        .anyMatch(symbol ->
                                symbol.type().equals(SymbolType.FUNC) && !symbol.isUndefined());
    }
}
