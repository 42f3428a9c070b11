package org.offloadtck.emulation.texture;

import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.array.TextureBinding;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.engine.texture.Surface;
import org.offloadtck.engine.texture.Texture;
import org.offloadtck.engine.texture.TextureObject;

/// Handlers of texture objects and surface objects.
///
/// Requirement: ER-28.
public final class TextureHandlers implements DispatchTable.HandlerGroup {

    /// Index of `CUDA_TEXTURE_DESC`, of the number of views and of `CUDA_RESOURCE_VIEW_DESC`.
    private static final int SAMPLING = ResourceArguments.FIELDS;

    private static final int VIEWS = SAMPLING + SamplingArguments.FIELDS;
    private static final int VIEW = VIEWS + 1;

    private final DriverState state;

    public TextureHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_TEX_OBJECT_CREATE, this::createTexture);
        table.add(DriverFunction.CU_TEX_OBJECT_DESTROY, call -> destroy(call, texture(call)));
        table.add(
                DriverFunction.CU_TEX_OBJECT_GET_RESOURCE_DESC,
                call -> reply(texture(call).resource()));
        table.add(
                DriverFunction.CU_TEX_OBJECT_GET_TEXTURE_DESC,
                call -> reply(sampled(call).sampling()));
        table.add(DriverFunction.CU_TEX_OBJECT_GET_RESOURCE_VIEW_DESC, this::view);
        table.add(DriverFunction.CU_SURF_OBJECT_CREATE, this::createSurface);
        table.add(DriverFunction.CU_SURF_OBJECT_DESTROY, call -> destroy(call, surface(call)));
        table.add(
                DriverFunction.CU_SURF_OBJECT_GET_RESOURCE_DESC,
                call -> reply(surface(call).resource()));
    }

    private static DriverReply reply(List<Long> fields) {
        return DriverReply.success(fields.toArray(Long[]::new));
    }

    private DriverReply createTexture(Invocation call) {
        call.current();
        var resource = new ResourceArguments(call);
        var sampling = new SamplingArguments(call, SAMPLING);
        var view = new ViewArguments(call, VIEW);
        boolean hasView = call.constant(VIEWS, 1) == 1;
        var texels = hasView ? view.of(resource.texels()) : resource.texels();
        return add(
                call,
                new Texture(texels.levels(), sampling.of(texels)),
                new TextureBinding.Sampled(sampling.fields(), hasView ? view.fields() : List.of()));
    }

    private DriverReply createSurface(Invocation call) {
        call.current();
        var array = new ResourceArguments(call).surface();
        return add(call, new Surface(array.grid()), TextureBinding.Stored.STORED);
    }

    private DriverReply add(Invocation call, TextureObject object, TextureBinding.Use use) {
        long handle = state.memory().textures().add(object);
        state.handles()
                .add(
                        new TextureBinding(
                                handle, call.current(), new ResourceArguments(call).fields(), use));
        return DriverReply.success(handle);
    }

    /// Destroys an object after all work that may use it is done.
    private DriverReply destroy(Invocation call, TextureBinding object) {
        call.await(DriverState.requireHealthy(object.context()), state.queue().outstanding());
        if (!state.memory().textures().remove(object.handle())) {
            throw unknown(call, "texture or surface");
        }
        state.handles().remove(object);
        return DriverReply.success();
    }

    private TextureBinding texture(Invocation call) {
        return state.handles()
                .find(call.raw(0), TextureBinding.class)
                .filter(object -> object.sampled().isPresent())
                .orElseThrow(() -> unknown(call, "texture"));
    }

    private TextureBinding surface(Invocation call) {
        return state.handles()
                .find(call.raw(0), TextureBinding.class)
                .filter(object -> object.sampled().isEmpty())
                .orElseThrow(() -> unknown(call, "surface"));
    }

    private TextureBinding.Sampled sampled(Invocation call) {
        return texture(call).sampled().orElseThrow(() -> unknown(call, "texture"));
    }

    private DriverReply view(Invocation call) {
        var fields = sampled(call).view();
        if (fields.isEmpty()) {
            throw call.error(0, DriverResult.INVALID_VALUE, "was created without a resource view");
        }
        return reply(fields);
    }

    private DriverCallException unknown(Invocation call, String wanted) {
        return call.misuse(
                0,
                DriverResult.INVALID_VALUE,
                "is %s when it should be a %s object"
                        .formatted(state.memory().textures().describe(call.raw(0)), wanted));
    }
}
