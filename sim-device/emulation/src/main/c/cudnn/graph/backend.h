/* Graphs of operations (the backend API): descriptors with attributes.
 *
 * What descriptors there are and which attributes they have is from NVIDIA's documentation ("cuDNN Backend API" of 8.9); values
 * are those of cudnn_backend.h of 8.9, which cudnn_graph.h of 9 has as well. */
#ifndef OFFLOAD_TCK_CUDNN_BACKEND_H
#define OFFLOAD_TCK_CUDNN_BACKEND_H

#include "../cudnn.h"

/* cudnnBackendDescriptorType_t: those that the library has. */
enum {
    POINTWISE = 0,
    CONVOLUTION = 1,
    ENGINE = 2,
    ENGINE_CONFIGURATION = 3,
    ENGINE_HEURISTICS = 4,
    EXECUTION_PLAN = 5,
    KNOB_CHOICE = 7,
    KNOB_INFO = 8,
    OPERATION_FORWARD = 10,
    OPERATION_BACKWARD_FILTER = 11,
    OPERATION_BACKWARD_DATA = 12,
    OPERATION_POINTWISE = 13,
    OPERATION_GRAPH = 15,
    VARIANT_PACK = 16,
    TENSOR = 17,
    MATMUL = 18,
    OPERATION_MATMUL = 19,
    REDUCTION = 21,
    OPERATION_REDUCTION = 22
};

/* cudnnBackendAttributeType_t. */
enum {
    TYPE_HANDLE = 0,
    TYPE_DATA_TYPE = 1,
    TYPE_BOOLEAN = 2,
    TYPE_INT64 = 3,
    TYPE_FLOAT = 4,
    TYPE_DOUBLE = 5,
    TYPE_VOID_PTR = 6,
    TYPE_CONVOLUTION_MODE = 7,
    TYPE_HEUR_MODE = 8,
    TYPE_KNOB_TYPE = 9,
    TYPE_NAN_PROPAGATION = 10,
    TYPE_NUMERICAL_NOTE = 11,
    TYPE_LAYOUT_TYPE = 12,
    TYPE_POINTWISE_MODE = 14,
    TYPE_BACKEND_DESCRIPTOR = 15,
    TYPE_REDUCTION_OPERATOR = 18,
    TYPE_BEHAVIOR_NOTE = 19,
    TYPE_TENSOR_REORDERING_MODE = 20,
    TYPE_INT32 = 23,
    /* FLOAT or DOUBLE */
    TYPE_REAL = -1
};

/* cudnnBackendAttributeName_t. */
enum {
    ATTR_POINTWISE_MODE = 0,
    ATTR_POINTWISE_MATH_PREC = 1,
    ATTR_POINTWISE_NAN_PROPAGATION = 2,
    ATTR_POINTWISE_RELU_LOWER_CLIP = 3,
    ATTR_POINTWISE_RELU_UPPER_CLIP = 4,
    ATTR_POINTWISE_RELU_LOWER_CLIP_SLOPE = 5,
    ATTR_POINTWISE_ELU_ALPHA = 6,
    ATTR_POINTWISE_SOFTPLUS_BETA = 7,
    ATTR_POINTWISE_SWISH_BETA = 8,
    ATTR_POINTWISE_AXIS = 9,
    ATTR_CONVOLUTION_COMP_TYPE = 100,
    ATTR_CONVOLUTION_CONV_MODE = 101,
    ATTR_CONVOLUTION_DILATIONS = 102,
    ATTR_CONVOLUTION_FILTER_STRIDES = 103,
    ATTR_CONVOLUTION_POST_PADDINGS = 104,
    ATTR_CONVOLUTION_PRE_PADDINGS = 105,
    ATTR_CONVOLUTION_SPATIAL_DIMS = 106,
    ATTR_ENGINEHEUR_MODE = 200,
    ATTR_ENGINEHEUR_OPERATION_GRAPH = 201,
    ATTR_ENGINEHEUR_RESULTS = 202,
    ATTR_ENGINEHEUR_SM_COUNT_TARGET = 203,
    ATTR_ENGINECFG_ENGINE = 300,
    ATTR_ENGINECFG_INTERMEDIATE_INFO = 301,
    ATTR_ENGINECFG_KNOB_CHOICES = 302,
    ATTR_EXECUTION_PLAN_HANDLE = 400,
    ATTR_EXECUTION_PLAN_ENGINE_CONFIG = 401,
    ATTR_EXECUTION_PLAN_WORKSPACE_SIZE = 402,
    ATTR_EXECUTION_PLAN_COMPUTED_INTERMEDIATE_UIDS = 403,
    ATTR_KNOB_CHOICE_KNOB_TYPE = 600,
    ATTR_KNOB_CHOICE_KNOB_VALUE = 601,
    ATTR_OPERATION_FORWARD_ALPHA = 700,
    ATTR_OPERATION_FORWARD_BETA = 701,
    ATTR_OPERATION_FORWARD_CONV_DESC = 702,
    ATTR_OPERATION_FORWARD_W = 703,
    ATTR_OPERATION_FORWARD_X = 704,
    ATTR_OPERATION_FORWARD_Y = 705,
    ATTR_OPERATION_BWD_DATA_ALPHA = 706,
    ATTR_OPERATION_BWD_DATA_BETA = 707,
    ATTR_OPERATION_BWD_DATA_CONV_DESC = 708,
    ATTR_OPERATION_BWD_DATA_W = 709,
    ATTR_OPERATION_BWD_DATA_DX = 710,
    ATTR_OPERATION_BWD_DATA_DY = 711,
    ATTR_OPERATION_BWD_FILTER_ALPHA = 712,
    ATTR_OPERATION_BWD_FILTER_BETA = 713,
    ATTR_OPERATION_BWD_FILTER_CONV_DESC = 714,
    ATTR_OPERATION_BWD_FILTER_DW = 715,
    ATTR_OPERATION_BWD_FILTER_X = 716,
    ATTR_OPERATION_BWD_FILTER_DY = 717,
    ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR = 750,
    ATTR_OPERATION_POINTWISE_XDESC = 751,
    ATTR_OPERATION_POINTWISE_BDESC = 752,
    ATTR_OPERATION_POINTWISE_YDESC = 753,
    ATTR_OPERATION_POINTWISE_ALPHA1 = 754,
    ATTR_OPERATION_POINTWISE_ALPHA2 = 755,
    ATTR_OPERATION_POINTWISE_DXDESC = 756,
    ATTR_OPERATION_POINTWISE_DYDESC = 757,
    ATTR_OPERATION_POINTWISE_TDESC = 758,
    ATTR_OPERATIONGRAPH_HANDLE = 800,
    ATTR_OPERATIONGRAPH_OPS = 801,
    ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT = 802,
    ATTR_TENSOR_BYTE_ALIGNMENT = 900,
    ATTR_TENSOR_DATA_TYPE = 901,
    ATTR_TENSOR_DIMENSIONS = 902,
    ATTR_TENSOR_STRIDES = 903,
    ATTR_TENSOR_VECTOR_COUNT = 904,
    ATTR_TENSOR_VECTORIZED_DIMENSION = 905,
    ATTR_TENSOR_UNIQUE_ID = 906,
    ATTR_TENSOR_IS_VIRTUAL = 907,
    ATTR_TENSOR_IS_BY_VALUE = 908,
    ATTR_TENSOR_REORDERING_MODE = 909,
    ATTR_VARIANT_PACK_UNIQUE_IDS = 1000,
    ATTR_VARIANT_PACK_DATA_POINTERS = 1001,
    ATTR_VARIANT_PACK_WORKSPACE = 1003,
    ATTR_KNOB_INFO_TYPE = 1200,
    ATTR_KNOB_INFO_MAXIMUM_VALUE = 1201,
    ATTR_KNOB_INFO_MINIMUM_VALUE = 1202,
    ATTR_KNOB_INFO_STRIDE = 1203,
    ATTR_ENGINE_OPERATION_GRAPH = 1300,
    ATTR_ENGINE_GLOBAL_INDEX = 1301,
    ATTR_ENGINE_KNOB_INFO = 1302,
    ATTR_ENGINE_NUMERICAL_NOTE = 1303,
    ATTR_ENGINE_LAYOUT_INFO = 1304,
    ATTR_ENGINE_BEHAVIOR_NOTE = 1305,
    ATTR_ENGINE_SM_COUNT_TARGET = 1306,
    ATTR_MATMUL_COMP_TYPE = 1500,
    ATTR_OPERATION_MATMUL_ADESC = 1520,
    ATTR_OPERATION_MATMUL_BDESC = 1521,
    ATTR_OPERATION_MATMUL_CDESC = 1522,
    ATTR_OPERATION_MATMUL_DESC = 1523,
    ATTR_REDUCTION_OPERATOR = 1600,
    ATTR_REDUCTION_COMP_TYPE = 1601,
    ATTR_OPERATION_REDUCTION_XDESC = 1610,
    ATTR_OPERATION_REDUCTION_YDESC = 1611,
    ATTR_OPERATION_REDUCTION_DESC = 1612
};

/* What an attribute is for. A tensor of an operation is read or written. */
enum role { OPTIONAL, REQUIRED, COMPUTED, INPUT, OPTIONAL_INPUT, OUTPUT, OPTIONAL_OUTPUT };

struct rule {
    int descriptor;
    int attribute;
    int type;
    int most; /* elements */
    enum role role;
};

/* The attributes of a type of descriptors, up to one of another type; null if the library lacks the type. */
const struct rule *rules_of(int descriptor);
const struct rule *rule_of(int descriptor, int attribute);

/* The bytes of an element of an attribute. */
size_t attribute_size(int type);

struct value {
    struct value *next;
    int attribute;
    int type;
    int64_t count;
    char bytes[];
};

/* A descriptor. Those that are elements of attributes of others live as long as these. */
typedef struct cudnnBackendDescriptor {
    int type;
    int references;
    int is_finalized;
    struct value *values;
} *cudnnBackendDescriptor_t;

/* Sets an attribute without checks. */
cudnnStatus_t set_value(cudnnBackendDescriptor_t descriptor, int attribute, int type, int64_t count, const void *elements);

/* The elements of attributes. Descriptors are null if they are not set. */
const struct value *value_of(cudnnBackendDescriptor_t descriptor, int attribute);
int64_t integer_of(cudnnBackendDescriptor_t descriptor, int attribute, int64_t otherwise);
double real_of(cudnnBackendDescriptor_t descriptor, int attribute, double otherwise);
cudnnBackendDescriptor_t child_of(cudnnBackendDescriptor_t descriptor, int attribute, int64_t index);
int64_t count_in(cudnnBackendDescriptor_t descriptor, int attribute);

cudnnBackendDescriptor_t new_descriptor(int type);
void release(cudnnBackendDescriptor_t descriptor);

/* Checks what a descriptor describes when it is finalized, and sets its computed attributes. */
cudnnStatus_t finalize(cudnnBackendDescriptor_t descriptor);

/* The tensor of a descriptor, without an address. */
struct view view_of(cudnnBackendDescriptor_t tensor);

/* Where the tensors of a graph lie: those of the program in a variant pack, and virtual ones in the workspace. Without a
 * pack, no tensor has an address. */
struct places {
    cudnnBackendDescriptor_t graph;
    cudnnBackendDescriptor_t pack;
};

/* The tensor at its address; one that is passed by value has none, but the address of the value in `value`. */
struct view bind(const struct places *places, cudnnBackendDescriptor_t tensor, const void **value);

/* Runs an operation; or checks it only if the handle is null. */
cudnnStatus_t run_operation(cudnnHandle_t handle, const struct places *places, cudnnBackendDescriptor_t operation);
cudnnStatus_t run_pointwise(cudnnHandle_t handle, const struct places *places, cudnnBackendDescriptor_t operation);

/* The bytes of all virtual tensors of a graph, and the offset of one with that number. */
int64_t workspace_size(cudnnBackendDescriptor_t graph, int64_t unique_id, int64_t *offset);

/* Runs the operations of a graph in an order in which each tensor is written before it is read; or checks them. */
cudnnStatus_t run_graph(cudnnHandle_t handle, const struct places *places);

#endif
