/* The usage counts of contexts, which cuCtxAttach and cuCtxDetach change. */
#ifndef OFFLOAD_TCK_ATTACHMENT_H
#define OFFLOAD_TCK_ATTACHMENT_H

#include "cuda.h"

/* Forgets how often a context is attached, which exists no longer. */
void forget_attachments(CUcontext context);

/* Functions of the driver that these are composed of. */
CUresult cuCtxGetCurrent(CUcontext *pctx);
CUresult cuCtxDestroy_v2(CUcontext ctx);

#endif
