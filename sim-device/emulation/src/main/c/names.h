/* Names that were returned to the caller. */
#ifndef OFFLOAD_TCK_NAMES_H
#define OFFLOAD_TCK_NAMES_H

/* Takes over a name and returns the one to give to the caller. It is never freed, because the API does not limit
 * its lifetime. */
const char *keep_name(char *text);

#endif
