// Has a tool of OpenMP's tool interface in itself (OpenMP 5.2, chapter 19), which writes down what it
// is told of two mapped arrays, a launch, an update, the end of the mapping, and an associated pointer.
#include <omp.h>
#include <omp-tools.h>
#include <unistd.h>
#include <vector>
#include "executables/oracle.hpp"

namespace {

struct Operation {
  int kind;
  void *from, *to;
  int from_device, to_device;
  size_t bytes;
};

struct Construct {
  int kind;
  std::uint64_t id;
  std::vector<Operation> begun, ended;
  std::vector<unsigned> launches;
  bool is_over;
};

std::vector<Construct> constructs;
std::vector<Operation> associations;
std::uint64_t last_id = 100;
long initialized = 0, loaded = 0, finalized = 0, outside = 0, nowhere = 0, other_devices = 0;

void on_device(int device, const char *type, ompt_device_t *, ompt_function_lookup_t, const char *) {
  initialized++;
  other_devices += device != 0 || type == nullptr || !constructs.empty();
}

void on_load(int device, const char *, std::int64_t, void *, size_t bytes, void *image, void *, std::uint64_t) {
  loaded++;
  other_devices += device != 0 || bytes == 0 || image == nullptr;
}

void on_finalize(int device) {
  finalized++;
  other_devices += device != 0;
}

void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *, ompt_data_t *,
               ompt_data_t *target, const void *code) {
  nowhere += code == nullptr;
  other_devices += device != 0;
  if (endpoint == ompt_scope_begin) {
    target->value = ++last_id;
    constructs.push_back({kind, target->value, {}, {}, {}, false});
  } else if (!constructs.empty() && constructs.back().id == target->value && constructs.back().kind == kind) {
    constructs.back().is_over = true;
  } else {
    outside++;
  }
}

bool is_inside(const ompt_data_t *target) {
  bool inside = !constructs.empty() && !constructs.back().is_over && constructs.back().id == target->value;
  outside += !inside;
  return inside;
}

void on_operation(ompt_scope_endpoint_t endpoint, ompt_data_t *, ompt_data_t *target, ompt_id_t *id,
                  ompt_target_data_op_t kind, void *from, int from_device, void *to, int to_device, size_t bytes,
                  const void *code) {
  nowhere += code == nullptr;
  if (endpoint == ompt_scope_begin) *id = ++last_id;
  if (kind == ompt_target_data_associate || kind == ompt_target_data_disassociate) {
    if (endpoint == ompt_scope_end) associations.push_back({kind, from, to, from_device, to_device, bytes});
    return;
  }
  if (!is_inside(target)) return;
  auto &part = endpoint == ompt_scope_begin ? constructs.back().begun : constructs.back().ended;
  part.push_back({kind, from, to, from_device, to_device, bytes});
}

void on_launch(ompt_scope_endpoint_t endpoint, ompt_data_t *target, ompt_id_t *, unsigned teams) {
  if (is_inside(target) && endpoint == ompt_scope_end) constructs.back().launches.push_back(teams);
}

int begin(ompt_function_lookup_t lookup, int, ompt_data_t *) {
  auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  auto use = [=](ompt_callbacks_t event, auto *callback) { set(event, reinterpret_cast<ompt_callback_t>(callback)); };
  use(ompt_callback_device_initialize, on_device);
  use(ompt_callback_device_load, on_load);
  use(ompt_callback_device_finalize, on_finalize);
  use(ompt_callback_target_emi, on_target);
  use(ompt_callback_target_data_op_emi, on_operation);
  use(ompt_callback_target_submit_emi, on_launch);
  return 1;
}

// After main has returned: its output is out, its status is not.
void end(ompt_data_t *) {
  if (finalized != initialized) {
    std::printf("wrong: finalized devices[0] is %ld, when it should be %ld\n", finalized, initialized);
    std::fflush(stdout);
    _exit(1);
  }
}

long count(const std::vector<Operation> &operations, int kind, size_t bytes) {
  long found = 0;
  for (const auto &one : operations) found += one.kind == kind && one.bytes == bytes;
  return found;
}

const Operation *find(const Construct &construct, int kind, size_t bytes) {
  for (const auto &one : construct.ended)
    if (one.kind == kind && one.bytes == bytes) return &one;
  oracle::holds(false, "an operation of this kind", kind, "there");
  return nullptr;
}

// Of device memory that the program manages itself; the offset is not part of what is told.
void associate(void *host, size_t bytes) {
  void *memory = omp_target_alloc(2 * bytes, 0);
  oracle::equal("association", 0, omp_target_associate_ptr(host, memory, bytes, bytes, 0), 0);
  oracle::equal("dissociation", 0, omp_target_disassociate_ptr(host, 0), 0);
  oracle::equal("associations", 0, static_cast<long>(associations.size()), 2L);
  if (associations.size() == 2) {
    const auto &made = associations[0], &ended = associations[1];
    oracle::equal("kind of association", 0, made.kind, static_cast<int>(ompt_target_data_associate));
    oracle::holds(made.from == host && made.to == memory, "associated addresses", 0, "those of the call");
    oracle::equal("device of the host address", 0, made.from_device, 1);
    oracle::equal("device of the device address", 0, made.to_device, 0);
    oracle::equal("associated bytes", 0, static_cast<long>(made.bytes), static_cast<long>(bytes));
    oracle::equal("kind of association", 1, ended.kind, static_cast<int>(ompt_target_data_disassociate));
    oracle::holds(ended.from == host && ended.to == nullptr, "dissociated address", 1, "that of the call");
    oracle::equal("dissociated bytes", 0, static_cast<long>(ended.bytes), 0L);
  }
  omp_target_free(memory, 0);
}

} // namespace

extern "C" ompt_start_tool_result_t *ompt_start_tool(unsigned, const char *) {
  static ompt_start_tool_result_t result = {begin, end, {0}};
  return &result;
}

int main() {
  int values[10];
  double factors[3] = {2, 3, 5};
  for (int i = 0; i < 10; i++) values[i] = i;
#pragma omp target data map(tofrom : values) map(to : factors)
  {
#pragma omp target teams distribute parallel for num_teams(2)
    for (int i = 0; i < 10; i++) values[i] *= static_cast<int>(factors[i % 3]);
#pragma omp target update from(values)
  }
  for (int i = 0; i < 10; i++) oracle::equal("values", i, values[i], i * (i % 3 == 0 ? 2 : i % 3 == 1 ? 3 : 5));

  oracle::equal("initialized devices", 0, initialized, 1L);
  oracle::equal("loaded images", 0, loaded, 1L);
  oracle::equal("events of other devices, or before the device", 0, other_devices, 0L);
  oracle::equal("events outside their construct", 0, outside, 0L);
  oracle::equal("events without a place", 0, nowhere, 0L);
  oracle::equal("constructs", 0, static_cast<long>(constructs.size()), 4L);
  if (constructs.size() != 4) return oracle::verdict();

  const int kinds[] = {ompt_target_enter_data, ompt_target, ompt_target_update, ompt_target_exit_data};
  for (int i = 0; i < 4; i++) {
    oracle::equal("kind of construct", i, constructs[i].kind, kinds[i]);
    oracle::holds(constructs[i].is_over, "construct", i, "over");
    oracle::equal("operations that ended", i, static_cast<long>(constructs[i].ended.size()),
                  static_cast<long>(constructs[i].begun.size()));
    oracle::equal("launches", i, static_cast<long>(constructs[i].launches.size()), i == 1 ? 1L : 0L);
  }
  if (oracle::wrongs != 0) return oracle::verdict();
  oracle::equal("teams", 0, constructs[1].launches[0], 2u);

  const auto &enter = constructs[0], &update = constructs[2], &exit = constructs[3];
  oracle::equal("operations at the begin", 0, static_cast<long>(enter.ended.size()), 4L);
  for (size_t bytes : {sizeof values, sizeof factors}) {
    auto *made = find(enter, ompt_target_data_alloc, bytes);
    auto *copied = find(enter, ompt_target_data_transfer_to_device, bytes);
    if (made == nullptr || copied == nullptr) continue;
    void *host = bytes == sizeof values ? static_cast<void *>(values) : static_cast<void *>(factors);
    oracle::holds(made->to != nullptr, "device address", 0, "one");
    oracle::holds(copied->from == host && copied->to == made->to, "bytes copied from host to device", bytes, "there");
    oracle::equal("device of a copy's source", 0, copied->from_device, 1);
    oracle::equal("device of a copy's destination", 0, copied->to_device, 0);
  }
  oracle::equal("copies of the update", 0, count(update.ended, ompt_target_data_transfer_from_device, sizeof values), 1L);
  oracle::equal("copies at the end", 0, count(exit.ended, ompt_target_data_transfer_from_device, sizeof values), 1L);
  associate(values, sizeof values);
  oracle::equal("deletions", 0, count(exit.ended, ompt_target_data_delete, 0), 2L);
  return oracle::verdict();
}
