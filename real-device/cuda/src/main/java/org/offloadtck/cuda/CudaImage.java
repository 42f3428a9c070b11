package org.offloadtck.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.Cubin;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.KernelParameter;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

/// An image as the driver takes it, and the parameters of its kernels: JCuda 12.6 binds no call for
/// them (`cuFuncGetParamInfo`), and `cuLaunchKernel` reads past the end of an argument list or an
/// argument that is too short.
sealed interface CudaImage {

    String TRIPLE = "nvptx64-nvidia-cuda";

    Pattern SM = Pattern.compile("sm_(\\d+)");

    /// The bytes for `cuModuleLoadData`.
    byte[] bytes();

    /// The sizes of the parameters of the kernel called `name`, in bytes; empty if the image does
    /// not describe it.
    Optional<List<Integer>> parameterSizes(String name);

    /// Text that the driver compiles.
    ///
    /// @param source names the text in diagnostics
    record Ptx(String source, String text) implements CudaImage {

        /// The text with a NUL at its end.
        @Override
        public byte[] bytes() {
            return (text + "\0").getBytes(UTF_8);
        }

        @Override
        public Optional<List<Integer>> parameterSizes(String name) {
            return PtxParameters.sizes(source, text, name);
        }
    }

    /// Machine code of one architecture.
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Binary(byte[] bytes, Cubin cubin) implements CudaImage {

        @Override
        public Optional<List<Integer>> parameterSizes(String name) {
            return Optional.ofNullable(cubin.kernels().get(name))
                    .map(parameters -> parameters.stream().map(KernelParameter::size).toList());
        }
    }

    /// Images of several architectures, of which the driver selects one. Kernels of one name have
    /// the same parameters in all.
    ///
    /// @param readable the images that the kit can decompress
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Fat(byte[] bytes, List<CudaImage> readable) implements CudaImage {

        @Override
        public Optional<List<Integer>> parameterSizes(String name) {
            return readable.stream()
                    .flatMap(each -> each.parameterSizes(name).stream())
                    .findFirst();
        }
    }

    /// Whether the driver of a `device` can load `image`: PTX of the same or an older architecture
    /// (PTX ISA, 1.1), a cubin of the same major and the same or an older minor version (CUDA C++
    /// Programming Guide 13.0, 5.1, "Binary Compatibility").
    static boolean isFor(ProgramImage image, TargetId device) {
        var wanted = SM.matcher(image.target().arch());
        var offered = SM.matcher(device.arch());
        if (!image.target().triple().equals(TRIPLE) || !wanted.matches() || !offered.matches()) {
            return false;
        }
        int sm = Integer.parseInt(wanted.group(1));
        int most = Integer.parseInt(offered.group(1));
        return sm <= most && (sm / 10 == most / 10 || !isCubin(image));
    }

    private static boolean isCubin(ProgramImage image) {
        return Cubin.isCubin(ObjectBytes.of(image.source(), image.bytes()));
    }

    /// The image of a cubin, a fat binary, PTX or a device container, whose PTX is taken out.
    static CudaImage of(CudaCall call, ProgramImage image) {
        try {
            return of(image.source(), image.bytes());
        } catch (MalformedObjectException fault) {
            throw call.failed(DeviceError.INVALID_BINARY, fault.getMessage(), fault);
        }
    }

    private static CudaImage of(String source, MemorySegment image) {
        var bytes = ObjectBytes.of(source, image);
        if (FatBinary.isFatBinary(bytes)) {
            var readable =
                    FatBinary.parse(bytes).images().stream()
                            .map(each -> of(source, MemorySegment.ofBuffer(each.contents())))
                            .toList();
            return new Fat(bytes.toByteArray(), readable);
        }
        if (bytes.size() == 0 || image.get(ValueLayout.JAVA_BYTE, 0) != 0x7F) {
            return new Ptx(source, new String(bytes.toByteArray(), UTF_8).split("\0", 2)[0]);
        }
        return DeviceContainer.isContainer(ElfObject.parse(bytes))
                ? new Ptx(source, DeviceContainer.parse(bytes).ptx())
                : new Binary(bytes.toByteArray(), Cubin.parse(bytes));
    }
}
