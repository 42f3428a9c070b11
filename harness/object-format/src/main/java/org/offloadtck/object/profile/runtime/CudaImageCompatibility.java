package org.offloadtck.object.profile.runtime;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;

/// What runtimes read in the header of an image for NVIDIA's devices.
///
/// Source: LLVM 18, `openmp/libomptarget/plugins-nextgen/common/src/Utils/ELF.cpp`, `checkMachine`
/// and `isELF`; LLVM 21, `offload/plugins-nextgen/cuda/src/rtl.cpp`, `isELFCompatible`; LLVM 21,
/// `llvm/include/llvm/BinaryFormat/ELF.h`, `EF_CUDA_*` and `ELFABIVERSION_CUDA_V*`.
public final class CudaImageCompatibility {

    private static final int ABI_VERSION_1 = 7;
    private static final int ABI_VERSION_2 = 8;

    /// `EF_CUDA_64BIT_ADDRESS`.
    private static final long WIDE_ADDRESSES = 0x400;

    /// `EF_CUDA_SM35` and `EF_CUDA_SM90`, between which `EF_CUDA_SM` has to be.
    private static final int LEAST_SM = 35;

    private static final int MOST_SM = 90;

    private static final Pattern ARCH = Pattern.compile("sm_(\\d+)[af]?");

    private CudaImageCompatibility() {}

    /// Why a runtime of that rule refuses the image; empty if it does not.
    ///
    /// @param arch what the offload binary around the image says; empty if nothing does
    public static Optional<String> rejectionReason(
            CudaImageRule rule, ElfHeader header, String arch) {
        return switch (rule) {
            case ANY -> Optional.empty();
            case ARCH_STRING ->
                    digits(arch)
                            .filter(digits -> digits.length() > 2)
                            .map(_ ->
                                    "arch is '%s' when it should have two digits".formatted(arch));
            case FLAGS_V1 -> versionOne(header);
            case FLAGS_V1_V2 ->
                    switch (header.abiVersion()) {
                        case ABI_VERSION_1 -> versionOne(header);
                        case ABI_VERSION_2 ->
                                sm(header).orElse(0) == 0
                                        ? Optional.of("e_flags name no architecture")
                                        : Optional.empty();
                        default ->
                                Optional.of(
                                        "ABI version is %d when it should be 7 or 8"
                                                .formatted(header.abiVersion()));
                    };
        };
    }

    /// Why a runtime of that rule refuses an image; empty if it does not, or if the image is none
    /// for NVIDIA's devices, or one that only reading it whole would find fault with.
    public static Optional<String> rejectionReason(
            CudaImageRule rule, ObjectBytes image, String arch) {
        if (!ElfObject.isElf(image)) {
            return Optional.empty();
        }
        try {
            ElfHeader header = ElfObject.parse(image).header();
            return header.machine().equals(ElfMachine.CUDA)
                    ? rejectionReason(rule, header, arch)
                    : Optional.empty();
        } catch (MalformedObjectException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> versionOne(ElfHeader header) {
        if ((header.flags() & WIDE_ADDRESSES) == 0) {
            return Optional.of(
                    "e_flags are 0x%x when they should have 0x400, 64-bit addresses"
                            .formatted(header.flags()));
        }
        long sm = header.flags() & 0xff;
        return sm >= LEAST_SM && sm <= MOST_SM
                ? Optional.empty()
                : Optional.of(
                        "e_flags are 0x%x of ABI version %d when their lowest byte should be an"
                                        .formatted(header.flags(), header.abiVersion())
                                + " architecture from 35 to 90");
    }

    /// The architecture's number in the header; empty for an ABI version that is not known.
    public static OptionalInt sm(ElfHeader header) {
        return switch (header.abiVersion()) {
            case ABI_VERSION_1 -> OptionalInt.of((int) (header.flags() & 0xff));
            case ABI_VERSION_2 -> OptionalInt.of((int) (header.flags() >> Byte.SIZE & 0xff));
            default -> OptionalInt.empty();
        };
    }

    /// The digits of an architecture's name: `75` of `sm_75`.
    public static Optional<String> digits(String arch) {
        return Optional.of(ARCH.matcher(arch)).filter(Matcher::matches).map(one -> one.group(1));
    }
}
