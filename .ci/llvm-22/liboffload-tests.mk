# LLVM 22's unit tests of liboffload. run-liboffload-tests gives SOURCES, the unpacked sources of LLVM; LLVM, the folder of
# LLVM's headers and of liboffload; and TOOLKIT, the kit's device toolkit. The build is in the current folder.

tests := $(SOURCES)/offload/unittests
api := $(tests)/OffloadAPI
gtest := $(SOURCES)/third-party/unittest
# offload/unittests/OffloadAPI/CMakeLists.txt
folders := device event init kernel memory platform program queue symbol
device := $(patsubst $(api)/device_code/%.cpp,device/%.nvptx64.bin,$(wildcard $(api)/device_code/*.cpp))

CXXFLAGS := -std=c++17 -fno-rtti -O0 -w -I$(LLVM)/include -I$(LLVM)/include/offload -I$(api)/common \
    -I$(gtest)/googletest/include -I$(gtest)/googletest -I$(gtest)/googlemock/include -I$(gtest)/googlemock \
    -DGTEST_HAS_RTTI=0 -DDEVICE_CODE_PATH='"$(CURDIR)/device"'

.PHONY: all

all: $(device) $(folders:=.unittests)

# offload/unittests/CMakeLists.txt, add_offload_test_device_code
device/noargs.nvptx64.bin device/multiargs.nvptx64.bin: level := -O3
device/%.nvptx64.bin: $(api)/device_code/%.cpp
	@mkdir -p device
	clang++-22 -I$(tests) --target=nvptx64-nvidia-cuda -march=sm_75 -nogpulib --cuda-path=$(TOOLKIT) -flto -ffreestanding \
	    -Wno-unknown-cuda-version $(level) $< -o $@

gtest.o: $(gtest)/googletest/src/gtest-all.cc
gmock.o: $(gtest)/googlemock/src/gmock-all.cc
main.o: $(gtest)/UnitTestMain/TestMain.cpp
gtest.o gmock.o main.o:
	clang++-22 $(CXXFLAGS) -c $< -o $@

# init begins and ends the library itself.
init.unittests: CXXFLAGS += -DDISABLE_WRAPPER

define program
$(1).unittests: $(patsubst $(api)/$(1)/%.cpp,$(1)/%.o,$(wildcard $(api)/$(1)/*.cpp)) $(1)/Environment.o gtest.o gmock.o main.o
	clang++-22 $$^ -o $$@ -L$(LLVM)/lib -lLLVMOffload -lLLVM-22 -pthread

$(1)/%.o: $(api)/$(1)/%.cpp
	@mkdir -p $$(@D)
	clang++-22 $$(CXXFLAGS) -c $$< -o $$@

$(1)/Environment.o: $(api)/common/Environment.cpp
	@mkdir -p $$(@D)
	clang++-22 $$(CXXFLAGS) -c $$< -o $$@
endef
$(foreach folder,$(folders),$(eval $(call program,$(folder))))
