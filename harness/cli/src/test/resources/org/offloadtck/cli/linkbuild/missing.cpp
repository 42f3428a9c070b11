// The function of undefined.cpp for the host only.
int missing(int x) { return x; }
