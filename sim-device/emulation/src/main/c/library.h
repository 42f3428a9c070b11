/* What nodes of graphs need to find the function of a kernel of a library. */
#ifndef OFFLOAD_TCK_LIBRARY_H
#define OFFLOAD_TCK_LIBRARY_H

#include "cuda.h"

CUresult cuCtxPushCurrent_v2(CUcontext ctx);
CUresult cuCtxPopCurrent_v2(CUcontext *pctx);
CUresult cuKernelGetFunction(CUfunction *pFunc, CUkernel kernel);

#endif
