/* Sequences: their descriptors, and where their steps are. */
#include <stdlib.h>
#include <string.h>

#include "recurrence.h"

EXPORT cudnnStatus_t cudnnCreateRNNDataDescriptor(cudnnRNNDataDescriptor_t *data) {
    VALID(data != NULL);
    *data = calloc(1, sizeof **data);
    return *data == NULL ? CUDNN_STATUS_ALLOC_FAILED : CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnDestroyRNNDataDescriptor(cudnnRNNDataDescriptor_t data) {
    if (data != NULL) {
        free(data->lengths);
        free(data);
    }
    return CUDNN_STATUS_SUCCESS;
}

/* Packed sequences are sorted by length, the longest first. */
static cudnnStatus_t check_lengths(cudnnRNNDataLayout_t layout, int longest, int batch, const int *lengths) {
    for (int each = 0; each < batch; each++) {
        VALID(lengths[each] >= 0 && lengths[each] <= longest);
        VALID(layout != CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED || each == 0 || lengths[each] <= lengths[each - 1]);
    }
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnSetRNNDataDescriptor(cudnnRNNDataDescriptor_t data, cudnnDataType_t type,
                                               cudnnRNNDataLayout_t layout, int longest, int batch, int width,
                                               const int *lengths, void *fill) {
    VALID(data != NULL && lengths != NULL && longest > 0 && batch > 0 && width > 0);
    VALID(layout >= CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED && layout <= CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED);
    SUPPORTED(has_kernels(type));
    TRY(check_lengths(layout, longest, batch, lengths));
    int *kept = malloc((size_t)batch * sizeof *kept);
    REQUIRE(kept != NULL, CUDNN_STATUS_ALLOC_FAILED);
    memcpy(kept, lengths, (size_t)batch * sizeof *kept);
    free(data->lengths);
    *data = (struct cudnnRNNDataStruct){.type = type,
                                        .layout = layout,
                                        .longest = longest,
                                        .batch = batch,
                                        .width = width,
                                        .lengths = kept,
                                        .fills = fill != NULL};
    if (fill != NULL) {
        memcpy(&data->fill, fill, element_size(type));
    }
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnGetRNNDataDescriptor(cudnnRNNDataDescriptor_t data, cudnnDataType_t *type,
                                               cudnnRNNDataLayout_t *layout, int *longest, int *batch, int *width,
                                               int most, int *lengths, void *fill) {
    VALID(data != NULL && data->lengths != NULL && type != NULL && layout != NULL && longest != NULL);
    VALID(batch != NULL && width != NULL && most >= 0 && (most == 0 || lengths != NULL));
    *type = data->type;
    *layout = data->layout;
    *longest = data->longest;
    *batch = data->batch;
    *width = data->width;
    for (int each = 0; each < most && each < data->batch; each++) {
        lengths[each] = data->lengths[each];
    }
    if (data->fills && fill != NULL) {
        memcpy(fill, &data->fill, element_size(data->type));
    }
    return CUDNN_STATUS_SUCCESS;
}

int has_same_sequences(cudnnRNNDataDescriptor_t a, cudnnRNNDataDescriptor_t b) {
    return a->type == b->type && a->layout == b->layout && a->longest == b->longest && a->batch == b->batch &&
           memcmp(a->lengths, b->lengths, (size_t)a->batch * sizeof *a->lengths) == 0;
}

static int32_t *firsts(const struct sequences *sequences) {
    return sequences->values + sequences->batch;
}

static int32_t *starts(const struct sequences *sequences) {
    return sequences->values + 2 * sequences->batch;
}

static cudnnStatus_t allocate(struct sequences *sequences) {
    sequences->values = malloc((size_t)(2 * sequences->batch + sequences->longest) * sizeof *sequences->values);
    return sequences->values == NULL ? CUDNN_STATUS_ALLOC_FAILED : CUDNN_STATUS_SUCCESS;
}

static void number_steps(struct sequences *sequences) {
    sequences->steps = 0;
    for (int64_t each = 0; each < sequences->batch; each++) {
        firsts(sequences)[each] = (int32_t)sequences->steps;
        sequences->steps += sequences->values[each];
    }
}

/* Packed, the rows of a time are those of the sequences that are long enough. */
static void start_packed_times(struct sequences *sequences) {
    int32_t row = 0;
    int64_t count = sequences->batch;
    for (int64_t time = 0; time < sequences->longest; time++) {
        while (count > 0 && sequences->values[count - 1] <= time) {
            count--;
        }
        starts(sequences)[time] = row;
        row += (int32_t)count;
    }
}

cudnnStatus_t sequences_of_data(cudnnRNNDataDescriptor_t data, struct sequences *sequences) {
    int is_batch_major = data->layout == CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED;
    *sequences = (struct sequences){
        .batch = data->batch, .longest = data->longest, .stride = is_batch_major ? data->longest : 1};
    TRY(allocate(sequences));
    memcpy(sequences->values, data->lengths, (size_t)data->batch * sizeof *data->lengths);
    number_steps(sequences);
    if (data->layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED) {
        start_packed_times(sequences);
        return CUDNN_STATUS_SUCCESS;
    }
    for (int time = 0; time < data->longest; time++) {
        starts(sequences)[time] = is_batch_major ? time : time * data->batch;
    }
    return CUDNN_STATUS_SUCCESS;
}

/* A tensor for each time: batch x width, where the batch does not grow, without gaps. */
static cudnnStatus_t check_times(int times, const cudnnTensorDescriptor_t *tensors) {
    VALID(times > 0 && tensors != NULL);
    for (int time = 0; time < times; time++) {
        VALID(tensors[time] != NULL && tensors[time]->view.rank >= 3 && is_packed(&tensors[time]->view));
        const struct view *view = &tensors[time]->view;
        VALID(count_of(view) == view->sizes[0] * view->sizes[1]);
        VALID(view->type == tensors[0]->view.type && view->sizes[1] == tensors[0]->view.sizes[1]);
        VALID(time == 0 || view->sizes[0] <= tensors[time - 1]->view.sizes[0]);
    }
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t sequences_of_times(int times, const cudnnTensorDescriptor_t *tensors, struct sequences *sequences) {
    TRY(check_times(times, tensors));
    *sequences = (struct sequences){.batch = tensors[0]->view.sizes[0], .longest = times, .stride = 1};
    TRY(allocate(sequences));
    for (int64_t each = 0; each < sequences->batch; each++) {
        int length = 0;
        while (length < times && tensors[length]->view.sizes[0] > each) {
            length++;
        }
        sequences->values[each] = length;
    }
    number_steps(sequences);
    start_packed_times(sequences);
    return CUDNN_STATUS_SUCCESS;
}
