package org.offloadtck.checks.finding;

import java.util.Locale;

/// The type and size of an access that takes part in a data race.
///
/// @param bytes of each lane: of all elements of a vector; 0 of a fetch, bulk copy or matrix
///   product, and of tensor memory
public record RacingAccess(Type type, int bytes) {

    public enum Type {
        LOAD,
        STORE,
        ATOMIC,
        /// Of a texture, whose object says how many bytes a texel has.
        FETCH,
        /// A bulk copy or bulk reduction, whose operand says how many bytes it has.
        BULK_COPY,
        /// A bulk copy that no thread has waited for.
        PENDING_BULK_COPY,
        /// An asynchronous store or reduction that no thread has waited for.
        PENDING_STORE,
        /// A bulk copy, which reads by the async proxy what the generic proxy has written, without
        /// a `fence.proxy.async` between.
        UNFENCED_BULK_COPY,
        /// A product of matrices that reads shared memory, as its descriptors say.
        MATRIX_PRODUCT,
        /// A product of matrices that no warp of the warpgroup has waited for.
        PENDING_MATRIX_PRODUCT,
        /// As [#UNFENCED_BULK_COPY].
        UNFENCED_MATRIX_PRODUCT,
        /// Of tensor memory by a warp.
        TENSOR_LOAD,
        TENSOR_STORE,
        /// A copy from shared to tensor memory.
        TENSOR_COPY,
        PENDING_TENSOR_COPY,
        TENSOR_SHIFT,
        PENDING_TENSOR_SHIFT
    }

    /// Whether the access races with others of its own thread, since the async proxy makes it
    /// beside those of the thread.
    boolean concernsProxy() {
        return switch (type) {
            case LOAD,
                    STORE,
                    ATOMIC,
                    FETCH,
                    BULK_COPY,
                    MATRIX_PRODUCT,
                    TENSOR_LOAD,
                    TENSOR_STORE,
                    TENSOR_COPY,
                    TENSOR_SHIFT ->
                    false;
            case PENDING_BULK_COPY,
                    PENDING_STORE,
                    UNFENCED_BULK_COPY,
                    PENDING_MATRIX_PRODUCT,
                    UNFENCED_MATRIX_PRODUCT,
                    PENDING_TENSOR_COPY,
                    PENDING_TENSOR_SHIFT ->
                    true;
        };
    }

    /// `store of 4 bytes`.
    @Override
    public String toString() {
        return switch (type) {
            case LOAD, STORE, ATOMIC ->
                    "%s of %d bytes".formatted(type.name().toLowerCase(Locale.ROOT), bytes);
            case FETCH -> "fetch of a texel";
            case BULK_COPY -> "bulk copy";
            case PENDING_BULK_COPY -> "pending bulk copy";
            case PENDING_STORE -> "pending asynchronous store";
            case UNFENCED_BULK_COPY -> "bulk copy without fence.proxy.async";
            case MATRIX_PRODUCT -> "matrix product";
            case PENDING_MATRIX_PRODUCT -> "pending matrix product";
            case UNFENCED_MATRIX_PRODUCT -> "matrix product without fence.proxy.async";
            case TENSOR_LOAD -> "load";
            case TENSOR_STORE -> "store";
            case TENSOR_COPY -> "copy to tensor memory";
            case PENDING_TENSOR_COPY -> "pending copy to tensor memory";
            case TENSOR_SHIFT -> "shift of tensor memory";
            case PENDING_TENSOR_SHIFT -> "pending shift of tensor memory";
        };
    }
}
