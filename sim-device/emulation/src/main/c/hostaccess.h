/* Accesses of the program to memory of devices by its address. */
#ifndef OFFLOAD_TCK_HOSTACCESS_H
#define OFFLOAD_TCK_HOSTACCESS_H

/* Reports such accesses over `connection`, which opened the session, from here on. */
void host_access_watch(int connection);

/* A forked child reports none. */
void host_access_forked(void);

#endif
