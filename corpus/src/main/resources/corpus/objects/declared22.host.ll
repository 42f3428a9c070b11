; ModuleID = 'declared.cpp'
source_filename = "declared.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.ident_t = type { i32, i32, i32, i32, ptr }
%struct.__tgt_offload_entry = type { i64, i16, i16, i32, ptr, ptr, i64, i64, ptr }
%struct.__tgt_kernel_arguments = type { i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, [3 x i32], [3 x i32], i32 }

@linked = dso_local global [8 x i32] [i32 1, i32 1, i32 2, i32 3, i32 5, i32 8, i32 13, i32 21], align 16
@linked_decl_tgt_ref_ptr = weak global ptr @linked, align 8
@primes = dso_local global [4 x i32] [i32 2, i32 3, i32 5, i32 7], align 16
@total = dso_local global i64 0, align 8
@_ZL6hidden = internal unnamed_addr global i32 11, align 4
@.offload_maptypes = private unnamed_addr constant [1 x i64] [i64 17]
@0 = private unnamed_addr constant [23 x i8] c";unknown;unknown;0;0;;\00", align 1
@1 = private unnamed_addr constant %struct.ident_t { i32 0, i32 2, i32 0, i32 22, ptr @0 }, align 8
@_ZL6values = internal global [8 x i32] [i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7], align 16
@.offload_maptypes.2 = private unnamed_addr constant [1 x i64] [i64 3]
@.__omp_offloading_fe00_548310_main_l20.region_id = weak constant i8 0
@.offload_sizes.3 = private unnamed_addr constant [2 x i64] [i64 32, i64 32]
@.offload_maptypes.4 = private unnamed_addr constant [2 x i64] [i64 35, i64 19]
@.offload_sizes.5 = private unnamed_addr constant [1 x i64] [i64 32]
@.offload_maptypes.6 = private unnamed_addr constant [1 x i64] [i64 18]
@.offload_sizes.7 = private unnamed_addr constant [1 x i64] [i64 8]
@.offload_maptypes.8 = private unnamed_addr constant [1 x i64] [i64 2]
@.offloading.entry_name = internal unnamed_addr constant [24 x i8] c"linked_decl_tgt_ref_ptr\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.linked_decl_tgt_ref_ptr = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 1, ptr @linked_decl_tgt_ref_ptr, ptr @.offloading.entry_name, i64 8, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.9 = internal unnamed_addr constant [7 x i8] c"primes\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.primes = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @primes, ptr @.offloading.entry_name.9, i64 16, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.10 = internal unnamed_addr constant [6 x i8] c"total\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.total = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @total, ptr @.offloading.entry_name.10, i64 8, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.11 = internal unnamed_addr constant [38 x i8] c"__omp_offloading_fe00_548310_main_l20\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.__omp_offloading_fe00_548310_main_l20 = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @.__omp_offloading_fe00_548310_main_l20.region_id, ptr @.offloading.entry_name.11, i64 0, i64 0, ptr null }, section "llvm_offload_entries", align 8

; Function Attrs: norecurse nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = alloca [1 x ptr], align 8
  %2 = alloca [1 x ptr], align 8
  %3 = alloca [1 x ptr], align 8
  %4 = alloca [1 x ptr], align 8
  %5 = alloca [2 x ptr], align 8
  %6 = alloca [2 x ptr], align 8
  %7 = alloca %struct.__tgt_kernel_arguments, align 8
  %8 = alloca [1 x ptr], align 8
  %9 = alloca [1 x ptr], align 8
  %10 = alloca [1 x ptr], align 8
  %11 = alloca [1 x ptr], align 8
  store ptr @linked_decl_tgt_ref_ptr, ptr %1, align 8
  store ptr @linked, ptr %2, align 8
  call void @__tgt_target_data_begin_mapper(ptr nonnull @1, i64 -1, i32 1, ptr nonnull %1, ptr nonnull %2, ptr nonnull @.offload_sizes.5, ptr nonnull @.offload_maptypes, ptr null, ptr null)
  store ptr @_ZL6values, ptr %3, align 8
  store ptr @_ZL6values, ptr %4, align 8
  call void @__tgt_target_data_begin_mapper(ptr nonnull @1, i64 -1, i32 1, ptr nonnull %3, ptr nonnull %4, ptr nonnull @.offload_sizes.5, ptr nonnull @.offload_maptypes.2, ptr null, ptr null)
  store ptr @_ZL6values, ptr %5, align 8
  store ptr @_ZL6values, ptr %6, align 8
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr @linked_decl_tgt_ref_ptr, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store ptr @linked, ptr %13, align 8
  store i32 3, ptr %7, align 8
  %14 = getelementptr inbounds nuw i8, ptr %7, i64 4
  store i32 2, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store ptr %5, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %7, i64 16
  store ptr %6, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %7, i64 24
  store ptr @.offload_sizes.3, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %7, i64 32
  store ptr @.offload_maptypes.4, ptr %18, align 8
  %19 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %20 = getelementptr inbounds nuw i8, ptr %7, i64 72
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %19, i8 0, i64 32, i1 false)
  store i32 -1, ptr %20, align 8
  %21 = getelementptr inbounds nuw i8, ptr %7, i64 76
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(24) %21, i8 0, i64 24, i1 false)
  %22 = call i32 @__tgt_target_kernel(ptr nonnull @1, i64 -1, i32 -1, i32 0, ptr nonnull @.__omp_offloading_fe00_548310_main_l20.region_id, ptr nonnull %7)
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %48, label %24

24:                                               ; preds = %0
  %25 = load i32, ptr @_ZL6hidden, align 4, !tbaa !15
  %26 = load i64, ptr @total, align 8, !tbaa !19
  br label %27

27:                                               ; preds = %24, %27
  %28 = phi i64 [ 0, %24 ], [ %45, %27 ]
  %29 = phi i32 [ %25, %24 ], [ %42, %27 ]
  %30 = phi i64 [ %26, %24 ], [ %44, %27 ]
  %31 = and i64 %28, 3
  %32 = getelementptr inbounds nuw i32, ptr @primes, i64 %31
  %33 = load i32, ptr %32, align 4, !tbaa !15
  %34 = add nsw i32 %29, %33
  %35 = getelementptr inbounds nuw i32, ptr @linked, i64 %28
  %36 = load i32, ptr %35, align 4, !tbaa !15
  %37 = add nsw i32 %34, %36
  %38 = getelementptr inbounds nuw i32, ptr @_ZL6values, i64 %28
  %39 = load i32, ptr %38, align 4, !tbaa !15
  %40 = add nsw i32 %37, %39
  store i32 %40, ptr %38, align 4, !tbaa !15
  %41 = add nsw i32 %36, 1
  store i32 %41, ptr %35, align 4, !tbaa !15
  %42 = add nsw i32 %29, 1
  %43 = sext i32 %40 to i64
  %44 = add nsw i64 %30, %43
  %45 = add nuw nsw i64 %28, 1
  %46 = icmp eq i64 %45, 8
  br i1 %46, label %47, label %27, !llvm.loop !21

47:                                               ; preds = %27
  store i32 %42, ptr @_ZL6hidden, align 4, !tbaa !15
  store i64 %44, ptr @total, align 8, !tbaa !19
  br label %48

48:                                               ; preds = %47, %0
  call void @__tgt_target_data_end_mapper(ptr nonnull @1, i64 -1, i32 1, ptr nonnull %3, ptr nonnull %4, ptr nonnull @.offload_sizes.5, ptr nonnull @.offload_maptypes.2, ptr null, ptr null)
  store ptr @linked_decl_tgt_ref_ptr, ptr %8, align 8
  store ptr @linked, ptr %9, align 8
  call void @__tgt_target_data_end_mapper(ptr nonnull @1, i64 -1, i32 1, ptr nonnull %8, ptr nonnull %9, ptr nonnull @.offload_sizes.5, ptr nonnull @.offload_maptypes.6, ptr null, ptr null)
  store ptr @total, ptr %10, align 8
  store ptr @total, ptr %11, align 8
  call void @__tgt_target_data_update_mapper(ptr nonnull @1, i64 -1, i32 1, ptr nonnull %10, ptr nonnull %11, ptr nonnull @.offload_sizes.7, ptr nonnull @.offload_maptypes.8, ptr null, ptr null)
  %49 = load i64, ptr @total, align 8, !tbaa !19
  %50 = trunc i64 %49 to i32
  ret i32 %50
}

; Function Attrs: nounwind
declare void @__tgt_target_data_begin_mapper(ptr, i64, i32, ptr, ptr, ptr, ptr, ptr, ptr) local_unnamed_addr #1

; Function Attrs: nounwind
declare i32 @__tgt_target_kernel(ptr, i64, i32, i32, ptr, ptr) local_unnamed_addr #1

; Function Attrs: nounwind
declare void @__tgt_target_data_end_mapper(ptr, i64, i32, ptr, ptr, ptr, ptr, ptr, ptr) local_unnamed_addr #1

; Function Attrs: nounwind
declare void @__tgt_target_data_update_mapper(ptr, i64, i32, ptr, ptr, ptr, ptr, ptr, ptr) local_unnamed_addr #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #2

attributes #0 = { norecurse nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: write) }

!omp_offload.info = !{!0, !1, !2, !3, !4}
!llvm.offloading.symbols = !{!5, !6, !7, !8}
!llvm.module.flags = !{!9, !10, !11, !12, !13}
!llvm.ident = !{!14}
!llvm.errno.tbaa = !{!15}

!0 = !{i32 0, i32 65024, i32 5538576, !"main", i32 20, i32 0, i32 4}
!1 = !{i32 1, !"total", i32 0, i32 2}
!2 = !{i32 1, !"linked_decl_tgt_ref_ptr", i32 1, i32 0}
!3 = !{i32 1, !"primes", i32 0, i32 1}
!4 = !{i32 1, !"_ZL6hidden", i32 0, i32 3}
!5 = !{ptr @.offloading.entry_name}
!6 = !{ptr @.offloading.entry_name.9}
!7 = !{ptr @.offloading.entry_name.10}
!8 = !{ptr @.offloading.entry_name.11}
!9 = !{i32 1, !"wchar_size", i32 4}
!10 = !{i32 7, !"openmp", i32 51}
!11 = !{i32 8, !"PIC Level", i32 2}
!12 = !{i32 7, !"PIE Level", i32 2}
!13 = !{i32 7, !"uwtable", i32 2}
!14 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!15 = !{!16, !16, i64 0}
!16 = !{!"int", !17, i64 0}
!17 = !{!"omnipotent char", !18, i64 0}
!18 = !{!"Simple C++ TBAA"}
!19 = !{!20, !20, i64 0}
!20 = !{!"long", !17, i64 0}
!21 = distinct !{!21, !22, !23}
!22 = !{!"llvm.loop.mustprogress"}
!23 = !{!"llvm.loop.unroll.disable"}
