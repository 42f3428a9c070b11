package org.offloadtck.cli.vendor;

import java.util.Locale;
import java.util.regex.Pattern;

/// A fault of the stand-in compiler, as `compiler.sh` makes it, and the one verdict that it
/// changes.
enum VendorFault {
    SECTION_FLAG(
            "ER-03 two_units: FAIL_FORMAT: compile of executables-two_units-other.o: .llvm.offloading at 0x",
            "fat-object.section.flags is 0x0 when it should be 0x80000000 (section .llvm.offloading) (OC-15)"),
    SECTION_TYPE(
            "ER-03 two_units: FAIL_FORMAT: compile of executables-two_units-other.o: .llvm.offloading at 0x",
            "fat-object.section.type is 0x1 when it should be 0x6fff4c0b (section .llvm.offloading) (OC-15)"),
    ENTRY_SIZE(
            "ER-03 two_units: FAIL_FORMAT: compile of executables-two_units-other.o: omp_offloading_entries at 0x",
            "the size of 'factor' is 2 when it should be 4, as in the host's symbol table (OC-20)"),
    MISSING_ENTRY(
            "ER-03 two_units: FAIL_FORMAT: compile of executables-two_units-other.o: .llvm.offloading at 0x",
            "_Z5otherPii_l9' when the host has no entry for it (OC-24)"),
    DUPLICATED_ENTRY(
            "ER-03 two_units: FAIL_FORMAT: compile of executables-two_units-other.o: omp_offloading_entries at 0x",
            "the address of 'factor' is .data+0x4 when it should be factor (OC-21)"),
    RENAMED_KERNEL(
            "ER-03 two_units: FAIL_FORMAT: compile of executables-two_units-other.o: .llvm.offloading at 0x",
            "_Z5otherPii_x9', for which the host has an entry at 0x"),
    IMAGE_KIND(
            "ER-03 two_units: FAIL_FORMAT: compile of executables-two_units-other.o: .llvm.offloading at 0x",
            "image kind is bitcode when the image is an ELF file (OC-32)"),
    ARCH(
            "ER-03 two_units: FAIL_FORMAT: compile of executables-two_units-other.o: .llvm.offloading at 0x",
            "e_flags name architecture 75 when it should be that of arch 'sm_80' (OC-10)"),
    TRIPLE(
            "ER-03 two_units: FAIL_FORMAT: compile of executables-two_units-other.o: .llvm.offloading at 0x",
            "triple is 'nvptx96-nvidia-cuda': architecture is 'nvptx96', which no linker wrapper links, when it should be one such as nvptx64, amdgcn or x86_64 (OC-31)"),
    NO_IMAGE(
            "ER-03 two_units: FAIL_FORMAT: compile of executables-two_units-other.o: object: ",
            "the object has 2 offload entries and no device image when it should have one (FO-01)"),
    NO_UNREGISTER(
            "ER-03 offloading_library: FAIL_FORMAT: library of liboffloading_library.so: .text at 0x",
            "no function that runs at exit unregisters .omp_offloading.descriptor, which .omp_offloading.descriptor_reg registers (OC-41)"),
    PRIORITY(
            "ER-03 Units linked to one object with their device code: FAIL_FORMAT: relocatable of merged_units.o: .init_array.65000 at 0x",
            "wrapper.constructor-priority of section .init_array.65000 is 65000, which no profile has, when it should be 101 as in llvm-19 (OC-03)"),
    RELOCATABLE_SECTION(
            "ER-03 Units linked to one object with their device code: FAIL_FORMAT: relocatable of merged_units.o: .rodata.images at 0x",
            "which no profile has, when it should be .llvm.offloading or .llvm.offloading.relocatable as in llvm-19 (OC-03)"),
    DESCRIPTOR_COUNT(
            "ER-03 two_units: FAIL_FORMAT: link of two_units: .data.rel.ro at 0x",
            "NumDeviceImages is 2 when there are 1 rows of images (OC-42)"),
    WRONG_RESULTS("ER-03 two_units: FAIL_VALUE: x[", "] is 87, when it should be 83"),
    NO_HOST_FALLBACK(
            "ER-05 Without a device the host computes, and it is said: FAIL_VALUE: y[0] is ",
            ", when it should be "),
    CRASH("ER-03 two_units: CRASH(SIGSEGV): in compile of executables-two_units-other.o", ""),
    HANG(
            "ER-03 two_units: HANG: compile of executables-two_units-other.o ran for more than 10 s",
            ""),
    FORK_BOMB(
            "ER-03 two_units: FAIL_COMPILE: compile of executables-two_units-other.o had more than 256 processes",
            ""),
    OUTPUT(
            "ER-03 two_units: FAIL_COMPILE: compile of executables-two_units-other.o wrote more than 64 MiB",
            ""),
    FULL_DISK(
            "ER-03 two_units: FAIL_COMPILE: compile of executables-two_units-other.o: ",
            "No space left on device");

    /// Two scenarios, of which a fault changes one.
    enum Group {
        UNITS("@quick and @ER-03 and not @RL-08"),
        RELOCATABLE("@quick and (@RL-08 or @ER-05)");

        private final String tags;

        Group(String tags) {
            this.tags = tags;
        }

        String tags() {
            return tags;
        }
    }

    private final Pattern verdict;

    VendorFault(String begin, String end) {
        verdict = Pattern.compile(Pattern.quote(begin) + ".*" + Pattern.quote(end) + ".*");
    }

    /// The fault as `compiler.sh` names it.
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Group group() {
        return switch (this) {
            case PRIORITY, RELOCATABLE_SECTION, NO_HOST_FALLBACK -> Group.RELOCATABLE;
            default -> Group.UNITS;
        };
    }

    /// What the scenario and the text of its verdict match.
    Pattern verdict() {
        return verdict;
    }
}
