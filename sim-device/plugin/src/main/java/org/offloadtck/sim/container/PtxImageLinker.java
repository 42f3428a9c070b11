package org.offloadtck.sim.container;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.load.BuiltinLibrary;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.link.PtxLinkException;
import org.offloadtck.ptx.link.PtxLinker;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.ptx.text.PtxPrinter;

/// Links device containers into an executable one. The text of a single container is not changed;
/// the text of several is that of the linked module.
public final class PtxImageLinker implements DeviceLinker {

    @Override
    public boolean links(TargetId target) {
        return PtxTargetId.isPtx(target) || target.equals(PtxTargetId.UNSTATED);
    }

    @Override
    public MemorySegment link(TargetId target, List<Input> inputs) {
        var containers = new ArrayList<DeviceContainer>();
        var modules = new ArrayList<PtxModule>();
        for (var input : inputs) {
            var container = container(input);
            containers.add(container);
            modules.add(module(input, container));
        }
        var linked = join(target, modules);
        String text =
                containers.size() == 1 ? containers.getFirst().ptx() : PtxPrinter.print(linked);
        int sm = PtxTargetId.architecture(target.arch()).orElse(linked.target().number());
        var symbols = ContainerSymbolTable.of(linked);
        return MemorySegment.ofArray(
                new DeviceContainer(Form.EXECUTABLE, sm, text, symbols).write());
    }

    private static DeviceContainer container(Input input) {
        try {
            byte[] bytes = input.bytes().toArray(ValueLayout.JAVA_BYTE);
            return DeviceContainer.parse(input.source(), bytes);
        } catch (MalformedObjectException fault) {
            throw new DeviceLinkException(
                    input.source(),
                    "offset 0x%x".formatted(fault.offset()),
                    "is not a device container, by the rule " + fault.rule());
        }
    }

    private static PtxModule module(Input input, DeviceContainer container) {
        try {
            return PtxParser.parse(input.source(), container.ptx());
        } catch (PtxSyntaxException fault) {
            throw new DeviceLinkException(input.source(), fault.span().toString(), fault.problem());
        }
    }

    private static PtxModule join(TargetId target, List<PtxModule> modules) {
        try {
            return PtxLinker.link(target.toString(), modules, BuiltinLibrary.suppliedTo(modules));
        } catch (PtxLinkException fault) {
            throw new DeviceLinkException(fault.source(), fault.span().toString(), fault.problem());
        }
    }
}
