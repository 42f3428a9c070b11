package org.offloadtck.emulation.fallback;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.ImageReport;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.runtime.CudaImageCompatibility;

/// A device image that is linked with a program.
///
/// @param target its triple, or the machine of its file
/// @param sm the compute capability it is for, as in `sm_75`; empty if it is for no NVIDIA GPU
/// @param form whether it holds machine code or PTX
record CarriedImage(String target, OptionalInt sm, Form form) {

    enum Form {
        MACHINE_CODE,
        PTX
    }

    private static final int X86_64 = 62;

    /// The images in a program or library; none if it is of another format.
    ///
    /// @param source names the file
    static List<CarriedImage> in(String source, byte[] content) {
        var images = new ArrayList<CarriedImage>();
        if (new ArtifactCheck(AbiProfiles.load()).check(source, content)
                instanceof FileReport.Artifact(var report)) {
            var bytes = ObjectBytes.of(source, content);
            report.images().forEach(image -> images.add(of(image, bytes)));
        }
        return images;
    }

    private static CarriedImage of(ImageReport image, ObjectBytes file) {
        var form = image.kind().equals("ptx") ? Form.PTX : Form.MACHINE_CODE;
        var stated = CudaImageCompatibility.digits(image.arch());
        if (stated.isPresent()) {
            return new CarriedImage(
                    image.triple(), OptionalInt.of(Integer.parseInt(stated.get())), form);
        }
        try {
            var header =
                    ElfObject.parse(file.window(image.offset(), image.size(), "image")).header();
            boolean isCuda = header.machine().equals(ElfMachine.CUDA);
            return new CarriedImage(
                    target(image, header.machine()),
                    isCuda ? CudaImageCompatibility.sm(header) : OptionalInt.empty(),
                    form);
        } catch (MalformedObjectException _) {
            return new CarriedImage(image.triple(), OptionalInt.empty(), form);
        }
    }

    private static String target(ImageReport image, ElfMachine machine) {
        if (!image.triple().isEmpty()) {
            return image.triple();
        }
        return machine.code() == X86_64 ? "x86_64" : "machine " + machine.code();
    }

    /// Whether a device of compute capability `device` loads it: machine code of the same major
    /// capability and no later minor one, PTX of no later one. Source: CUDA C++ Programming Guide
    /// 13.0, "Binary Compatibility" and "PTX Compatibility".
    boolean suits(int device) {
        return sm.isPresent()
                && sm.getAsInt() <= device
                && (form == Form.PTX || sm.getAsInt() / 10 == device / 10);
    }

    /// For messages: `sm_75`, `x86_64-pc-linux-gnu`.
    String label() {
        return sm.isPresent() ? "sm_" + sm.getAsInt() : target;
    }
}
