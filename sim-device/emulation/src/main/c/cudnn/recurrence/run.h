/* Parts of runs of recurrent networks. */
#ifndef OFFLOAD_TCK_CUDNN_RECURRENCE_RUN_H
#define OFFLOAD_TCK_CUDNN_RECURRENCE_RUN_H

#include "recurrence.h"

/* Addresses of elements; 0 for no data, or for parameters that a network lacks. */
CUdeviceptr run_element(const struct run *run, CUdeviceptr data, int64_t offset);
CUdeviceptr run_parameter(const struct run *run, int64_t offset);

/* The first element of the states of a direction of a layer. */
int64_t state_offset(const struct run *run, int64_t layer, int64_t direction, int64_t width);

/* Checks the spaces of a run, and makes its tables. */
cudnnStatus_t start_run(struct run *run);

/* What a layer reads, and what a direction of it writes. */
struct lines inputs_of_layer(const struct run *run, int64_t layer);
struct lines outputs_of_layer(const struct run *run, int64_t layer, int64_t direction);

/* What the recurrence of a direction of a layer has forward and backward. */
struct recurrence recurrence_of(const struct run *run, int64_t layer, int64_t direction);

/* Sends a table that the host has computed to the device, in the parameters of kernels, so that a stream that is captured
 * has it, too. */
cudnnStatus_t send_table(cudnnHandle_t handle, cudnnDataType_t type, const int32_t *values, int64_t count,
                         CUdeviceptr to);

cudnnStatus_t launch_multiplication(cudnnHandle_t handle, cudnnDataType_t type, struct multiplication *product);
cudnnStatus_t launch_recurrence(const struct run *run, const char *kernel, struct recurrence *layer);

#endif
