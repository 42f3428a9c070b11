package org.offloadtck.emulation.fallback;

import java.util.List;
import java.util.Optional;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.report.ImageReport;
import org.offloadtck.object.container.Cubin;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.profile.runtime.CudaImageCompatibility;
import org.offloadtck.ptx.ir.PtxModule.Target;

/// A device image that is linked with a program.
///
/// @param target its triple, or the machine of its file
/// @param architecture that it is for, as `sm_75` or `sm_90a`; empty if it is for no NVIDIA GPU
/// @param model the programming model, as `openmp` or `cuda`; of GCC, which has one for OpenMP and
///   OpenACC, [GccImage#MODEL]
/// @param form what its instructions are
record CarriedImage(String target, Optional<Target> architecture, String model, Form form) {

    enum Form {
        /// Text for the driver to assemble.
        PTX,
        /// A device container, with PTX; or a file of another format.
        CONTAINER,
        /// A cubin without PTX, which no simulated device executes.
        MACHINE_CODE
    }

    private static final int X86_64 = 62;

    static CarriedImage of(ImageReport image, ObjectBytes file) {
        var stated =
                CudaImageCompatibility.digits(image.arch()).map(_ -> architecture(image.arch()));
        if (image.kind().equals("ptx")) {
            return new CarriedImage(image.triple(), stated, image.offloadKind(), Form.PTX);
        }
        try {
            var elf = ElfObject.parse(file.window(image.offset(), image.size(), "image"));
            boolean isCuda = elf.header().machine().equals(ElfMachine.CUDA);
            return new CarriedImage(
                    target(image, elf.header().machine()),
                    isCuda && stated.isEmpty() ? architecture(elf.header()) : stated,
                    image.offloadKind(),
                    Cubin.isCubin(elf) ? Form.MACHINE_CODE : Form.CONTAINER);
        } catch (MalformedObjectException _) {
            return new CarriedImage(image.triple(), stated, image.offloadKind(), Form.CONTAINER);
        }
    }

    /// The architecture of that name.
    static Target architecture(String name) {
        return new Target(name, List.of());
    }

    private static Optional<Target> architecture(ElfHeader header) {
        return CudaImageCompatibility.sm(header).stream()
                .mapToObj(sm -> architecture("sm_" + sm))
                .findFirst();
    }

    private static String target(ImageReport image, ElfMachine machine) {
        if (!image.triple().isEmpty()) {
            return image.triple();
        }
        return machine.code() == X86_64 ? "x86_64" : "machine " + machine.code();
    }

    /// Whether it is for a device of compute capability `device`: a cubin of the same major
    /// capability and no later minor one, PTX of no later one. Source: CUDA C++ Programming Guide
    /// 13.0, "Binary Compatibility" and "PTX Compatibility".
    boolean suits(int device) {
        return architecture
                .filter(each -> each.runsOn(device))
                .filter(each -> form == Form.PTX || each.number() / 10 == device / 10)
                .isPresent();
    }

    /// Whether it has instructions that a simulated device executes.
    boolean isExecutable() {
        return form != Form.MACHINE_CODE;
    }

    boolean isOfCuda() {
        return model.equals("cuda");
    }

    boolean isOfGcc() {
        return model.equals(GccImage.MODEL);
    }

    /// For messages: `sm_75`, `x86_64-pc-linux-gnu`.
    String label() {
        return architecture.map(Target::architecture).orElse(target);
    }
}
