/* Layers: what their sources share. */
#ifndef OFFLOAD_TCK_CUDNN_LAYERS_H
#define OFFLOAD_TCK_CUDNN_LAYERS_H

#include "../cudnn.h"
#include "parameters.h"

/* A dropout. Its state is in the memory of the device, and is null if only the rate is set. */
typedef struct cudnnDropoutStruct {
    float rate;
    void *state;
    unsigned long long seed;
} *cudnnDropoutDescriptor_t;

/* A tensor that is laid out as an operand. */
struct placement {
    struct operand *operand;
    const struct view *view; /* or null for none */
};

/* Lays tensors out in the index space of the sizes of a view, whose dimensions in the bit set `kept` number the rows. A tensor
 * that has size 1 in a dimension has one element for all its indices. Dimensions are merged where all tensors permit it. */
void lay_out(struct space *space, const struct view *over, unsigned kept, const struct placement *placements,
             int count);
#define LAY_OUT(space, over, kept, ...)                                                                                \
    lay_out(space, over, kept, (struct placement[]){__VA_ARGS__},                                                      \
            sizeof((struct placement[]){__VA_ARGS__}) / sizeof(struct placement))

/* Bit sets of dimensions. */
enum { BATCH = 1, CHANNEL = 2, ALL_DIMENSIONS = (1 << DIMENSIONS) - 1 };

/* The threads that share a row of so many terms: a power of two. */
uint32_t group_for(int64_t terms);

/* Runs a kernel with a group of threads for each row. */
cudnnStatus_t launch_rows(cudnnHandle_t handle, cudnnDataType_t type, const char *kernel, const struct space *space,
                          uint32_t group, void *parameters);

/* cudnnReduceTensorOp_t: the first and the last one. */
enum { REDUCE_ADD = 0, REDUCE_MUL_NO_ZEROS = 8 };

/* Reduces a tensor to the dimensions that another one has: to = alpha reduction(from) + beta to. Other fields than the tensors
 * are set. */
cudnnStatus_t reduce_tensor(cudnnHandle_t handle, struct reduction *reduction, const struct view *from,
                            const struct view *to);

/* The module that computes a result of type `to` from tensors of the types `a` and `b`: in double precision if any is that of
 * double precision or of wide integers. */
cudnnDataType_t module_type(cudnnDataType_t to, cudnnDataType_t a, cudnnDataType_t b);

/* Whether a tensor has the size of another one, or 1, in each dimension. */
int is_broadcast(const struct view *view, const struct view *over);

/* Whether two tensors lie alike. */
int has_same_steps(const struct view *a, const struct view *b);

/* The first dimension of a tensor that has windows, behind the batch and the channels. */
enum { FIRST_OF_PLANE = 2 };

/* A tensor of up to five dimensions, whose dimensions with windows are the last of three. */
struct operand image_operand(const struct view *view);

/* Whether a descriptor is set. */
int is_set(cudnnTensorDescriptor_t tensor);

/* The settings of an activation for kernels. */
struct activation activation_of(cudnnActivationDescriptor_t descriptor);

/* Copies from the host in the order of the stream. */
cudnnStatus_t send(cudnnHandle_t handle, CUdeviceptr target, const void *source, size_t size);

/* Drops elements of x, whose mask gets a byte for each, and those of a gradient. */
cudnnStatus_t drop(cudnnHandle_t handle, cudnnDropoutDescriptor_t dropout, const struct view *x, const struct view *y,
                   void *mask);
cudnnStatus_t drop_gradient(cudnnHandle_t handle, cudnnDropoutDescriptor_t dropout, const struct view *dy,
                            const struct view *dx, void *mask);

#endif
