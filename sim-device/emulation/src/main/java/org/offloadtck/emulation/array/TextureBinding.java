package org.offloadtck.emulation.array;

import java.util.List;
import java.util.Optional;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.Resource;

/// What the program stated when it made a texture or surface object.
///
/// @param handle of the object in the memory of the device
/// @param resource the fields of `CUDA_RESOURCE_DESC`, in the order of the driver function
/// @param use whether kernels read or write it
public record TextureBinding(long handle, EmulatedContext context, List<Long> resource, Use use)
        implements Resource {

    public TextureBinding {
        resource = List.copyOf(resource);
    }

    /// How kernels use the resource.
    public sealed interface Use {}

    /// As a texture.
    ///
    /// @param sampling the fields of `CUDA_TEXTURE_DESC`, likewise
    /// @param view the fields of `CUDA_RESOURCE_VIEW_DESC`, likewise; empty without one
    public record Sampled(List<Long> sampling, List<Long> view) implements Use {

        public Sampled {
            sampling = List.copyOf(sampling);
            view = List.copyOf(view);
        }
    }

    /// As a surface.
    public enum Stored implements Use {
        STORED
    }

    /// How kernels sample it; empty of a surface.
    public Optional<Sampled> sampled() {
        return use instanceof Sampled sampled ? Optional.of(sampled) : Optional.empty();
    }

    @Override
    public boolean belongsTo(EmulatedContext other) {
        return context == other;
    }
}
