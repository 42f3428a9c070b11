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

/// Decides by the header of an image for NVIDIA GPUs whether a runtime loads it.
///
/// Source: LLVM 18, `openmp/libomptarget/plugins-nextgen/common/src/Utils/ELF.cpp`, `checkMachine`
/// and `isELF`; LLVM 21, `offload/plugins-nextgen/cuda/src/rtl.cpp`, `isELFCompatible`; LLVM 21,
/// `llvm/include/llvm/BinaryFormat/ELF.h`, `EF_CUDA_*` and `ELFABIVERSION_CUDA_V*`.
///
/// Requirement: OC-11.
public final class CudaImageCompatibility {

    private static final int ABI_VERSION_1 = 7;
    private static final int ABI_VERSION_2 = 8;

    /// `EF_CUDA_64BIT_ADDRESS`.
    private static final long WIDE_ADDRESSES = 0x400;

    /// `EF_CUDA_SM35` and `EF_CUDA_SM90`, the bounds of `EF_CUDA_SM`.
    private static final int LEAST_SM = 35;

    private static final int MOST_SM = 90;

    private static final Pattern ARCH = Pattern.compile("sm_(\\d+)[af]?");

    private CudaImageCompatibility() {}

    /// The reason why a runtime with that rule rejects the image; empty if it does not.
    ///
    /// @param arch the architecture that the offload binary around the image states; empty if none
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

    /// The reason why a runtime with that rule rejects an image; empty if it does not, if the image
    /// is not for NVIDIA GPUs, or if it is malformed.
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

    /// The architecture in the header; empty for an unknown ABI version.
    public static OptionalInt sm(ElfHeader header) {
        return switch (header.abiVersion()) {
            case ABI_VERSION_1 -> OptionalInt.of((int) (header.flags() & 0xff));
            case ABI_VERSION_2 -> OptionalInt.of((int) (header.flags() >> Byte.SIZE & 0xff));
            default -> OptionalInt.empty();
        };
    }

    /// The digits in the name of an architecture: `75` of `sm_75`.
    public static Optional<String> digits(String arch) {
        return Optional.of(ARCH.matcher(arch)).filter(Matcher::matches).map(one -> one.group(1));
    }
}
