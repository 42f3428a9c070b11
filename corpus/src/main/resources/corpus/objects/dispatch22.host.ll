; ModuleID = 'dispatch.cpp'
source_filename = "dispatch.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.ident_t = type { i32, i32, i32, i32, ptr }
%struct.__tgt_offload_entry = type { i64, i16, i16, i32, ptr, ptr, i64, i64, ptr }
%struct.Derived = type { %struct.Base }
%struct.Base = type { ptr }
%struct.__tgt_kernel_arguments = type { i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, [3 x i32], [3 x i32], i32 }

@_ZTV7Derived = external unnamed_addr constant { [3 x ptr] }, align 8
@_ZTV4Base = external unnamed_addr constant { [3 x ptr] }, align 8
@0 = private unnamed_addr constant [23 x i8] c";unknown;unknown;0;0;;\00", align 1
@1 = private unnamed_addr constant %struct.ident_t { i32 0, i32 2, i32 0, i32 22, ptr @0 }, align 8
@.offload_sizes = private unnamed_addr constant [1 x i64] [i64 8]
@.offload_maptypes = private unnamed_addr constant [1 x i64] [i64 1]
@.__omp_offloading_fe00_54c293__Z4callv_l16.region_id = weak constant i8 0
@.offload_sizes.1 = private unnamed_addr constant [2 x i64] [i64 4, i64 8]
@.offload_maptypes.2 = private unnamed_addr constant [2 x i64] [i64 34, i64 33]
@.offloading.entry_name = internal unnamed_addr constant [50 x i8] c"__omp_offloading_fe00_54c293__ZTV7Derived_l13addr\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.__omp_offloading_fe00_54c293__ZTV7Derived_l13addr = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 32, ptr @_ZTV7Derived, ptr @.offloading.entry_name, i64 24, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.3 = internal unnamed_addr constant [47 x i8] c"__omp_offloading_fe00_54c293__ZTV4Base_l13addr\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.__omp_offloading_fe00_54c293__ZTV4Base_l13addr = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 32, ptr @_ZTV4Base, ptr @.offloading.entry_name.3, i64 24, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.4 = internal unnamed_addr constant [42 x i8] c"__omp_offloading_fe00_54c293__Z4callv_l16\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.__omp_offloading_fe00_54c293__Z4callv_l16 = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @.__omp_offloading_fe00_54c293__Z4callv_l16.region_id, ptr @.offloading.entry_name.4, i64 0, i64 0, ptr null }, section "llvm_offload_entries", align 8

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @_Z4callv() local_unnamed_addr #0 {
  %1 = alloca %struct.Derived, align 8
  %2 = alloca i32, align 4
  %3 = alloca [1 x ptr], align 8
  %4 = alloca [1 x ptr], align 8
  %5 = alloca [2 x ptr], align 8
  %6 = alloca [2 x ptr], align 8
  %7 = alloca %struct.__tgt_kernel_arguments, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %1) #3
  store ptr getelementptr inbounds nuw inrange(-16, 8) (i8, ptr @_ZTV7Derived, i64 16), ptr %1, align 8, !tbaa !16
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #3
  store i32 0, ptr %2, align 4, !tbaa !12
  store ptr %1, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  call void @__tgt_target_data_begin_mapper(ptr nonnull @1, i64 -1, i32 1, ptr nonnull %3, ptr nonnull %4, ptr nonnull @.offload_sizes, ptr nonnull @.offload_maptypes, ptr null, ptr null)
  store ptr %2, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %1, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store ptr %1, ptr %9, align 8
  store i32 3, ptr %7, align 8
  %10 = getelementptr inbounds nuw i8, ptr %7, i64 4
  store i32 2, ptr %10, align 4
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store ptr %5, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %7, i64 16
  store ptr %6, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %7, i64 24
  store ptr @.offload_sizes.1, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %7, i64 32
  store ptr @.offload_maptypes.2, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %16 = getelementptr inbounds nuw i8, ptr %7, i64 72
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %15, i8 0, i64 32, i1 false)
  store i32 -1, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %7, i64 76
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(24) %17, i8 0, i64 24, i1 false)
  %18 = call i32 @__tgt_target_kernel(ptr nonnull @1, i64 -1, i32 -1, i32 0, ptr nonnull @.__omp_offloading_fe00_54c293__Z4callv_l16.region_id, ptr nonnull %7)
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %22, label %20

20:                                               ; preds = %0
  %21 = call noundef i32 @_ZN7Derived5twiceEi(ptr noundef nonnull align 8 dereferenceable(8) %1, i32 noundef 3) #3
  store i32 %21, ptr %2, align 4, !tbaa !12
  br label %22

22:                                               ; preds = %20, %0
  call void @__tgt_target_data_end_mapper(ptr nonnull @1, i64 -1, i32 1, ptr nonnull %3, ptr nonnull %4, ptr nonnull @.offload_sizes, ptr nonnull @.offload_maptypes, ptr null, ptr null)
  %23 = load i32, ptr %2, align 4, !tbaa !12
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #3
  call void @llvm.lifetime.end.p0(ptr nonnull %1) #3
  ret i32 %23
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare noundef i32 @_ZN7Derived5twiceEi(ptr noundef nonnull align 8 dereferenceable(8), i32 noundef) unnamed_addr #2

; Function Attrs: nounwind
declare void @__tgt_target_data_begin_mapper(ptr, i64, i32, ptr, ptr, ptr, ptr, ptr, ptr) local_unnamed_addr #3

; Function Attrs: nounwind
declare i32 @__tgt_target_kernel(ptr, i64, i32, i32, ptr, ptr) local_unnamed_addr #3

; Function Attrs: nounwind
declare void @__tgt_target_data_end_mapper(ptr, i64, i32, ptr, ptr, ptr, ptr, ptr, ptr) local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #4

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: write) }

!omp_offload.info = !{!0, !1, !2}
!llvm.offloading.symbols = !{!3, !4, !5}
!llvm.module.flags = !{!6, !7, !8, !9, !10}
!llvm.ident = !{!11}
!llvm.errno.tbaa = !{!12}

!0 = !{i32 0, i32 65024, i32 5554835, !"_Z4callv", i32 16, i32 0, i32 2}
!1 = !{i32 1, !"__omp_offloading_fe00_54c293__ZTV7Derived_l13addr", i32 32, i32 0}
!2 = !{i32 1, !"__omp_offloading_fe00_54c293__ZTV4Base_l13addr", i32 32, i32 1}
!3 = !{ptr @.offloading.entry_name}
!4 = !{ptr @.offloading.entry_name.3}
!5 = !{ptr @.offloading.entry_name.4}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 7, !"openmp", i32 51}
!8 = !{i32 8, !"PIC Level", i32 2}
!9 = !{i32 7, !"PIE Level", i32 2}
!10 = !{i32 7, !"uwtable", i32 2}
!11 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!12 = !{!13, !13, i64 0}
!13 = !{!"int", !14, i64 0}
!14 = !{!"omnipotent char", !15, i64 0}
!15 = !{!"Simple C++ TBAA"}
!16 = !{!17, !17, i64 0}
!17 = !{!"vtable pointer", !15, i64 0}
