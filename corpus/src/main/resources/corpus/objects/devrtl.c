int __kmpc_target_init(void *environment, void *arguments) { return -1; }
void __kmpc_target_deinit(void) {}
int __kmpc_get_hardware_thread_id_in_block(void) { return 0; }
