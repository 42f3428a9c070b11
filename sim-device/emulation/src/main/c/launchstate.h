/* What programs set of a function before they launch it by cuLaunch and related functions. */
#ifndef OFFLOAD_TCK_LAUNCHSTATE_H
#define OFFLOAD_TCK_LAUNCHSTATE_H

#include "cuda.h"

/* Forgets what was set of the functions of a module, which exists no longer. */
void forget_launch_states(CUmodule module);

/* Functions of the driver that these are composed of. */
CUresult cuFuncGetModule(CUmodule *hmod, CUfunction hfunc);
CUresult cuLaunchKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY, unsigned gridDimZ, unsigned blockDimX,
                        unsigned blockDimY, unsigned blockDimZ, unsigned sharedMemBytes, CUstream hStream,
                        void **kernelParams, void **extra);

#endif
