// A program without device code.
int main() { return 0; }
