/* Functions for what no simulated device has measured: temperature, power, use, errors, the bus, numbers of a board, and
 * settings that it does not have. The functions check their arguments and return NVML_ERROR_NOT_SUPPORTED. */
#include "nvml.h"

/* Defines a function with one result. */
#define RESULT(function)                                                                                               \
    EXPORT nvmlReturn_t function(nvmlDevice_t device, const void *value) {                                             \
        TRY(require_device(device));                                                                                   \
        VALID(value != NULL);                                                                                          \
        return NVML_ERROR_NOT_SUPPORTED;                                                                               \
    }

/* Defines a function with two results. */
#define TWO_RESULTS(function)                                                                                          \
    EXPORT nvmlReturn_t function(nvmlDevice_t device, const void *first, const void *second) {                         \
        TRY(require_device(device));                                                                                   \
        VALID(first != NULL && second != NULL);                                                                        \
        return NVML_ERROR_NOT_SUPPORTED;                                                                               \
    }

/* Defines a function with a result for one of `kinds` kinds, or of any number. */
enum { ANY_NUMBER = 0xffffffff };
#define RESULT_OF_KIND(function, kinds)                                                                                \
    EXPORT nvmlReturn_t function(nvmlDevice_t device, unsigned kind, const void *value) {                              \
        TRY(require_device(device));                                                                                   \
        VALID(kind < (kinds) && value != NULL);                                                                        \
        return NVML_ERROR_NOT_SUPPORTED;                                                                               \
    }

/* Defines a function with a text. */
#define TEXT(function)                                                                                                 \
    EXPORT nvmlReturn_t function(nvmlDevice_t device, const char *text, unsigned length) {                             \
        (void)length;                                                                                                  \
        TRY(require_device(device));                                                                                   \
        VALID(text != NULL);                                                                                           \
        return NVML_ERROR_NOT_SUPPORTED;                                                                               \
    }

/* Defines a function with a list for one of the kinds. */
#define LIST_OF_KIND(function)                                                                                         \
    EXPORT nvmlReturn_t function(nvmlDevice_t device, unsigned kind, const unsigned *count, const void *list) {        \
        (void)kind;                                                                                                    \
        TRY(require_device(device));                                                                                   \
        VALID(count != NULL && (*count == 0 || list != NULL));                                                         \
        return NVML_ERROR_NOT_SUPPORTED;                                                                               \
    }

/* The members of nvmlTemperatureSensors_t, nvmlTemperatureThresholds_t, nvmlClockType_t, nvmlPcieUtilCounter_t,
 * nvmlMemoryErrorType_t, nvmlEccCounterType_t, nvmlMemoryLocation_t, nvmlPerfPolicyType_t and nvmlRestrictedAPI_t. */
enum {
    SENSORS = 1,
    THRESHOLDS = 7,
    CLOCKS = 4,
    BUS_COUNTERS = 2,
    ERROR_TYPES = 2,
    COUNTERS = 2,
    LOCATIONS = 8,
    POLICIES = 12,
    RESTRICTED = 2
};

/* Temperature, power and fans. */
RESULT_OF_KIND(nvmlDeviceGetTemperature, SENSORS)
RESULT_OF_KIND(nvmlDeviceGetTemperatureThreshold, THRESHOLDS)
RESULT_OF_KIND(nvmlDeviceGetThermalSettings, ANY_NUMBER)
RESULT(nvmlDeviceGetPowerUsage)
RESULT(nvmlDeviceGetPowerManagementMode)
RESULT(nvmlDeviceGetPowerManagementLimit)
RESULT(nvmlDeviceGetPowerManagementDefaultLimit)
TWO_RESULTS(nvmlDeviceGetPowerManagementLimitConstraints)
RESULT(nvmlDeviceGetEnforcedPowerLimit)
RESULT(nvmlDeviceGetTotalEnergyConsumption)
RESULT(nvmlDeviceGetPowerSource)
RESULT(nvmlDeviceGetFanSpeed)
RESULT_OF_KIND(nvmlDeviceGetFanSpeed_v2, ANY_NUMBER)
RESULT(nvmlDeviceGetNumFans)

/* Use and states of performance. */
RESULT(nvmlDeviceGetUtilizationRates)
TWO_RESULTS(nvmlDeviceGetEncoderUtilization)
TWO_RESULTS(nvmlDeviceGetDecoderUtilization)
TWO_RESULTS(nvmlDeviceGetJpgUtilization)
TWO_RESULTS(nvmlDeviceGetOfaUtilization)
RESULT(nvmlDeviceGetPerformanceState)
RESULT(nvmlDeviceGetPowerState)
RESULT(nvmlDeviceGetDynamicPstatesInfo)
RESULT(nvmlDeviceGetCurrentClocksThrottleReasons)
RESULT(nvmlDeviceGetSupportedClocksThrottleReasons)
RESULT(nvmlDeviceGetCurrentClocksEventReasons)
RESULT(nvmlDeviceGetSupportedClocksEventReasons)
RESULT_OF_KIND(nvmlDeviceGetViolationStatus, POLICIES)
RESULT_OF_KIND(nvmlDeviceGetApplicationsClock, CLOCKS)
RESULT_OF_KIND(nvmlDeviceGetDefaultApplicationsClock, CLOCKS)
RESULT_OF_KIND(nvmlDeviceGetMaxCustomerBoostClock, CLOCKS)
TWO_RESULTS(nvmlDeviceGetAutoBoostedClocksEnabled)
LIST_OF_KIND(nvmlDeviceGetSupportedGraphicsClocks)
RESULT(nvmlDeviceGetAdaptiveClockInfoStatus)

EXPORT nvmlReturn_t nvmlDeviceGetSupportedMemoryClocks(nvmlDevice_t device, const unsigned *count, const void *list) {
    TRY(require_device(device));
    VALID(count != NULL && (*count == 0 || list != NULL));
    return NVML_ERROR_NOT_SUPPORTED;
}

EXPORT nvmlReturn_t nvmlDeviceGetProcessUtilization(nvmlDevice_t device, const void *list, const unsigned *count,
                                                    unsigned long long since) {
    (void)since;
    TRY(require_device(device));
    VALID(count != NULL && (*count == 0 || list != NULL));
    return NVML_ERROR_NOT_SUPPORTED;
}

EXPORT nvmlReturn_t nvmlDeviceGetSamples(nvmlDevice_t device, unsigned type, unsigned long long since,
                                         const void *value_type, const unsigned *count, const void *list) {
    (void)type;
    (void)since;
    (void)list;
    TRY(require_device(device));
    VALID(value_type != NULL && count != NULL);
    return NVML_ERROR_NOT_SUPPORTED;
}

/* Errors of memory. */
TWO_RESULTS(nvmlDeviceGetEccMode)
RESULT(nvmlDeviceGetDefaultEccMode)
LIST_OF_KIND(nvmlDeviceGetRetiredPages)
RESULT(nvmlDeviceGetRetiredPagesPendingStatus)
RESULT(nvmlDeviceGetRowRemapperHistogram)

#define ERRORS(function)                                                                                               \
    EXPORT nvmlReturn_t function(nvmlDevice_t device, unsigned type, unsigned counter, const void *value) {            \
        TRY(require_device(device));                                                                                   \
        VALID(type < ERROR_TYPES && counter < COUNTERS && value != NULL);                                              \
        return NVML_ERROR_NOT_SUPPORTED;                                                                               \
    }
ERRORS(nvmlDeviceGetTotalEccErrors)
ERRORS(nvmlDeviceGetDetailedEccErrors)

EXPORT nvmlReturn_t nvmlDeviceGetMemoryErrorCounter(nvmlDevice_t device, unsigned type, unsigned counter,
                                                    unsigned location, const void *value) {
    TRY(require_device(device));
    VALID(type < ERROR_TYPES && counter < COUNTERS && location < LOCATIONS && value != NULL);
    return NVML_ERROR_NOT_SUPPORTED;
}

EXPORT nvmlReturn_t nvmlDeviceGetRemappedRows(nvmlDevice_t device, const void *corrected, const void *uncorrected,
                                              const void *pending, const void *failed) {
    TRY(require_device(device));
    VALID(corrected != NULL && uncorrected != NULL && pending != NULL && failed != NULL);
    return NVML_ERROR_NOT_SUPPORTED;
}

/* The bus. */
RESULT(nvmlDeviceGetMaxPcieLinkGeneration)
RESULT(nvmlDeviceGetGpuMaxPcieLinkGeneration)
RESULT(nvmlDeviceGetMaxPcieLinkWidth)
RESULT(nvmlDeviceGetCurrPcieLinkGeneration)
RESULT(nvmlDeviceGetCurrPcieLinkWidth)
RESULT(nvmlDeviceGetPcieLinkMaxSpeed)
RESULT(nvmlDeviceGetPcieSpeed)
RESULT(nvmlDeviceGetPcieReplayCounter)
RESULT_OF_KIND(nvmlDeviceGetPcieThroughput, BUS_COUNTERS)
RESULT(nvmlDeviceGetBusType)
RESULT(nvmlDeviceGetIrqNum)
RESULT(nvmlDeviceGetBAR1MemoryInfo)
RESULT(nvmlDeviceGetGpuFabricInfo)
RESULT(nvmlDeviceGetGpuFabricInfoV)

EXPORT nvmlReturn_t nvmlDeviceGetCpuAffinity(nvmlDevice_t device, unsigned size, const unsigned long *set) {
    TRY(require_device(device));
    VALID(size > 0 && set != NULL);
    return NVML_ERROR_NOT_SUPPORTED;
}

#define AFFINITY(function)                                                                                             \
    EXPORT nvmlReturn_t function(nvmlDevice_t device, unsigned size, const unsigned long *set, unsigned scope) {       \
        TRY(require_device(device));                                                                                   \
        VALID(size > 0 && set != NULL && scope <= 1);                                                                  \
        return NVML_ERROR_NOT_SUPPORTED;                                                                               \
    }
AFFINITY(nvmlDeviceGetCpuAffinityWithinScope)
AFFINITY(nvmlDeviceGetMemoryAffinity)

/* The board and its firmware. */
TEXT(nvmlDeviceGetSerial)
TEXT(nvmlDeviceGetBoardPartNumber)
TEXT(nvmlDeviceGetVbiosVersion)
TEXT(nvmlDeviceGetInforomImageVersion)
RESULT(nvmlDeviceGetGspFirmwareVersion)
RESULT(nvmlDeviceGetBoardId)
RESULT(nvmlDeviceGetModuleId)
RESULT(nvmlDeviceGetBridgeChipInfo)

/* Displays, accounting, virtual machines and partitions. */
RESULT(nvmlDeviceGetDisplayMode)
RESULT(nvmlDeviceGetDisplayActive)
TWO_RESULTS(nvmlDeviceGetGpuOperationMode)
RESULT_OF_KIND(nvmlDeviceGetAPIRestriction, RESTRICTED)
RESULT(nvmlDeviceGetAccountingMode)
RESULT(nvmlDeviceGetAccountingBufferSize)
RESULT(nvmlDeviceGetVirtualizationMode)
TWO_RESULTS(nvmlDeviceGetMigMode)
RESULT_OF_KIND(nvmlDeviceGetMigDeviceHandleByIndex, ANY_NUMBER)
RESULT(nvmlDeviceGetDeviceHandleFromMigDeviceHandle)
RESULT(nvmlDeviceGetGpuInstanceId)
RESULT(nvmlDeviceGetComputeInstanceId)
RESULT(nvmlDeviceGetAttributes)
RESULT(nvmlDeviceGetAttributes_v2)

/* nvmlFieldValue_t. */
struct field {
    unsigned field;
    unsigned scope;
    long long timestamp;
    long long latency;
    unsigned value_type;
    nvmlReturn_t result;
    unsigned long long value;
};

/* Each field has a result of its own. */
EXPORT nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t device, int count, struct field *fields) {
    TRY(require_device(device));
    VALID(count > 0 && fields != NULL);
    for (int i = 0; i < count; i++) {
        fields[i].result = NVML_ERROR_NOT_SUPPORTED;
    }
    return NVML_SUCCESS;
}
