package org.offloadtck.object.check.content;

import static java.util.Map.entry;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.offloadtck.object.elf.ElfSectionTable.FileClass;
import org.offloadtck.object.elf.model.ElfMachine;

/// A target triple, `<architecture>-<vendor>-<system>[-<environment>]`, by its parts.
///
/// Source: LLVM 22, `llvm/lib/TargetParser/Triple.cpp`; `e_machine` by the generic ABI's registry.
public record DeviceTriple(List<String> parts) {

    /// The ELF files of an architecture.
    ///
    /// @param machine `e_machine`
    record Machine(int machine, FileClass fileClass, Order order) {

        private static Machine little(int machine) {
            return new Machine(machine, FileClass.BITS_64, Order.LITTLE);
        }

        private static Machine big(int machine) {
            return new Machine(machine, FileClass.BITS_64, Order.BIG);
        }
    }

    /// `EI_DATA`.
    enum Order {
        LITTLE(1),
        BIG(2);

        private final int code;

        Order(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /// The architectures that some linker wrapper links or once linked. Tried with
    /// `clang-linker-wrapper` 16, 19 and 22; others end with "linking is not supported".
    private static final Map<String, Machine> MACHINES =
            Map.ofEntries(
                    entry("x86_64", Machine.little(ElfMachine.X86_64.code())),
                    entry("amd64", Machine.little(ElfMachine.X86_64.code())),
                    entry("aarch64", Machine.little(ElfMachine.AARCH64.code())),
                    entry("arm64", Machine.little(ElfMachine.AARCH64.code())),
                    entry("aarch64_be", Machine.big(ElfMachine.AARCH64.code())),
                    entry("powerpc64", Machine.big(21)),
                    entry("ppc64", Machine.big(21)),
                    entry("powerpc64le", Machine.little(21)),
                    entry("ppc64le", Machine.little(21)),
                    entry("s390x", Machine.big(22)),
                    entry("systemz", Machine.big(22)),
                    entry("riscv64", Machine.little(243)),
                    entry("ve", Machine.little(251)),
                    entry("loongarch64", Machine.little(258)),
                    entry("nvptx64", Machine.little(ElfMachine.CUDA.code())),
                    entry("amdgcn", Machine.little(ElfMachine.AMDGPU.code())));

    /// Architectures that a linker wrapper links and whose images are not of one form of ELF; and
    /// that of `opencl-c`, the target of the reference pipeline for OpenCL C source.
    private static final Set<String> OTHERS =
            Set.of(
                    "nvptx", "i386", "i486", "i586", "i686", "spirv64", "spirv32", "spirv",
                    "spir64", "spir", "opencl");

    /// Starts of the names of operating systems. Source: LLVM 22, `Triple.cpp`, `parseOS`.
    private static final List<String> SYSTEMS =
            List.of(
                    "unknown",
                    "none",
                    "linux",
                    "darwin",
                    "macos",
                    "freebsd",
                    "netbsd",
                    "openbsd",
                    "dragonfly",
                    "kfreebsd",
                    "solaris",
                    "win32",
                    "windows",
                    "mingw",
                    "cygwin",
                    "aix",
                    "hurd",
                    "fuchsia",
                    "haiku",
                    "serenity",
                    "elf",
                    "eabi",
                    "zos",
                    "managarm",
                    "hermit",
                    "rtems",
                    "cuda",
                    "nvcl",
                    "amdhsa",
                    "amdpal",
                    "mesa3d");

    /// The vendor and the operating systems of a GPU.
    private record Gpu(String vendor, Set<String> systems) {}

    /// The GPUs by architecture. Source: as before, and LLVM 15 to 23,
    /// `clang/lib/Driver/ToolChain.cpp`, `getOpenMPTriple`.
    private static final Map<String, Gpu> GPUS =
            Map.of(
                    "nvptx64",
                    new Gpu("nvidia", Set.of("cuda")),
                    "nvptx",
                    new Gpu("nvidia", Set.of("cuda")),
                    "amdgcn",
                    new Gpu("amd", Set.of("amdhsa", "amdpal", "mesa3d")));

    /// `generic` since LLVM 19 for images that suit every architecture.
    private static final Pattern NVIDIA = Pattern.compile("sm_([1-9][0-9]{1,2})[af]?|generic");

    /// The architectures of NVIDIA up to the last that LLVM 22 knows; later releases may add
    /// greater ones. Source: LLVM 22, `clang/lib/Basic/OffloadArch.cpp`; clang 16, 19 and 22 reject
    /// others.
    private static final SortedSet<Integer> NVIDIA_NUMBERS =
            new TreeSet<>(
                    List.of(
                            20, 21, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87,
                            88, 89, 90, 100, 101, 103, 110, 120, 121));

    /// Source: LLVM 22, `llvm/docs/AMDGPUUsage.rst`, "Target ID".
    private static final Pattern AMD =
            Pattern.compile(
                    "(gfx[0-9a-f]{3,4}|gfx[0-9]+(-[0-9]+)*-generic)(:(xnack|sramecc)[+-])*|generic");

    /// Whether images of the target are source text, which has no magic.
    static boolean isSource(String triple) {
        return triple.equals("opencl-c");
    }

    public static DeviceTriple of(String text) {
        return new DeviceTriple(Arrays.asList(text.split("-", -1)));
    }

    private String architecture() {
        return parts.getFirst();
    }

    /// The ELF files of the architecture; empty if it is unknown or has several forms of them.
    Optional<Machine> machine() {
        return Optional.ofNullable(MACHINES.get(architecture()));
    }

    boolean isForGpu() {
        return GPUS.containsKey(architecture()) || architecture().startsWith("spir");
    }

    /// Whether images for it run on a CPU: the host's loader loads them.
    boolean isForCpu() {
        return machine().isPresent() && !isForGpu();
    }

    /// The part that no LLVM knows, and the reason; empty if all are known.
    public Optional<String> fault() {
        if (!MACHINES.containsKey(architecture()) && !OTHERS.contains(architecture())) {
            return Optional.of(
                    "architecture is '%s', which no linker wrapper links, when it should be one such"
                                    .formatted(architecture())
                            + " as nvptx64, amdgcn or x86_64");
        }
        var gpu = GPUS.get(architecture());
        return gpu == null ? unknownSystem() : unknownSystem(gpu);
    }

    /// Triples of CPUs may lack the vendor or the system: `x86_64-linux-gnu`.
    private Optional<String> unknownSystem() {
        boolean known =
                parts.size() < 3
                        || architecture().startsWith("spir")
                        || parts.stream()
                                .skip(1)
                                .anyMatch(part -> SYSTEMS.stream().anyMatch(part::startsWith));
        return known
                ? Optional.empty()
                : Optional.of(
                        "operating system is '%s', which LLVM does not know, when it should be one"
                                        .formatted(parts.get(2))
                                + " such as linux");
    }

    private Optional<String> unknownSystem(Gpu gpu) {
        var system = part(2);
        return gpu.systems().contains(system)
                ? Optional.empty()
                : Optional.of(
                        "operating system is '%s' when it should be %s"
                                .formatted(
                                        system, String.join(" or ", new TreeSet<>(gpu.systems()))));
    }

    /// The vendor of a GPU that is not the one compilers write, and the reason.
    Optional<String> foreignVendor() {
        return Optional.ofNullable(GPUS.get(architecture()))
                .filter(gpu -> !gpu.vendor().equals(part(1)))
                .map(gpu -> "vendor is '%s' when it should be %s".formatted(part(1), gpu.vendor()));
    }

    private String part(int index) {
        return index < parts.size() ? parts.get(index) : "";
    }

    /// Whether an architecture of the triple can have that name.
    boolean has(String arch) {
        return switch (architecture()) {
            case "nvptx64", "nvptx" -> isNvidia(arch);
            case "amdgcn" -> AMD.matcher(arch).matches();
            default -> true;
        };
    }

    private static boolean isNvidia(String arch) {
        var matcher = NVIDIA.matcher(arch);
        if (!matcher.matches() || matcher.group(1) == null) {
            return matcher.matches();
        }
        int number = Integer.parseInt(matcher.group(1));
        return NVIDIA_NUMBERS.contains(number) || number > NVIDIA_NUMBERS.last();
    }

    /// Whether `arch` names a GPU.
    static boolean isGpu(String arch) {
        return arch.startsWith("sm_") || arch.startsWith("gfx");
    }
}
