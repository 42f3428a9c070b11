; ModuleID = 'device_module.cpp'
source_filename = "device_module.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Table = type { i32 }
%struct.ident_t = type { i32, i32, i32, i32, ptr }
%struct.__tgt_offload_entry = type { ptr, ptr, i64, i32, i32 }
%struct.__tgt_kernel_arguments = type { i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, i64 }

$_ZN5TableD2Ev = comdat any

$__clang_call_terminate = comdat any

@shared = dso_local global i32 5, align 4
@shared_decl_tgt_ref_ptr = weak global ptr @shared
@counter = dso_local global i32 7, align 4
@table = dso_local global %struct.Table zeroinitializer, align 4
@__omp_offloading__fe00_2227b9_table_l14_ctor = private constant i8 0
@__omp_offloading__fe00_2227b9_table_l14_dtor = private constant i8 0
@__dso_handle = external hidden global i8
@.__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26.region_id = weak constant i8 0
@.offload_sizes = private unnamed_addr constant [4 x i64] [i64 4, i64 4, i64 0, i64 4]
@.offload_maptypes = private unnamed_addr constant [4 x i64] [i64 35, i64 800, i64 544, i64 531]
@0 = private unnamed_addr constant [23 x i8] c";unknown;unknown;0;0;;\00", align 1
@1 = private unnamed_addr constant %struct.ident_t { i32 0, i32 2, i32 0, i32 22, ptr @0 }, align 8
@.omp_offloading.entry_name = internal unnamed_addr constant [24 x i8] c"shared_decl_tgt_ref_ptr\00"
@.omp_offloading.entry.shared_decl_tgt_ref_ptr = weak local_unnamed_addr constant %struct.__tgt_offload_entry { ptr @shared_decl_tgt_ref_ptr, ptr @.omp_offloading.entry_name, i64 8, i32 1, i32 0 }, section "omp_offloading_entries", align 1
@.omp_offloading.entry_name.1 = internal unnamed_addr constant [8 x i8] c"counter\00"
@.omp_offloading.entry.counter = weak local_unnamed_addr constant %struct.__tgt_offload_entry { ptr @counter, ptr @.omp_offloading.entry_name.1, i64 4, i32 0, i32 0 }, section "omp_offloading_entries", align 1
@.omp_offloading.entry_name.2 = internal unnamed_addr constant [6 x i8] c"table\00"
@.omp_offloading.entry.table = weak local_unnamed_addr constant %struct.__tgt_offload_entry { ptr @table, ptr @.omp_offloading.entry_name.2, i64 4, i32 0, i32 0 }, section "omp_offloading_entries", align 1
@.omp_offloading.entry_name.3 = internal unnamed_addr constant [45 x i8] c"__omp_offloading__fe00_2227b9_table_l14_ctor\00"
@.omp_offloading.entry.__omp_offloading__fe00_2227b9_table_l14_ctor = weak local_unnamed_addr constant %struct.__tgt_offload_entry { ptr @__omp_offloading__fe00_2227b9_table_l14_ctor, ptr @.omp_offloading.entry_name.3, i64 0, i32 2, i32 0 }, section "omp_offloading_entries", align 1
@.omp_offloading.entry_name.4 = internal unnamed_addr constant [45 x i8] c"__omp_offloading__fe00_2227b9_table_l14_dtor\00"
@.omp_offloading.entry.__omp_offloading__fe00_2227b9_table_l14_dtor = weak local_unnamed_addr constant %struct.__tgt_offload_entry { ptr @__omp_offloading__fe00_2227b9_table_l14_dtor, ptr @.omp_offloading.entry_name.4, i64 0, i32 4, i32 0 }, section "omp_offloading_entries", align 1
@.omp_offloading.entry_name.5 = internal unnamed_addr constant [49 x i8] c"__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26\00"
@.omp_offloading.entry.__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26 = weak local_unnamed_addr constant %struct.__tgt_offload_entry { ptr @.__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26.region_id, ptr @.omp_offloading.entry_name.5, i64 0, i32 0, i32 0 }, section "omp_offloading_entries", align 1
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_device_module.cpp, ptr null }, { i32, ptr, ptr } { i32 0, ptr @.omp_offloading.requires_reg, ptr null }]

; Function Attrs: mustprogress nofree norecurse nosync nounwind readnone willreturn uwtable
define dso_local noundef i32 @_Z5twicei(i32 noundef %0) local_unnamed_addr #0 {
  %2 = shl nsw i32 %0, 1
  %3 = add nsw i32 %2, 3
  ret i32 %3
}

; Function Attrs: nounwind uwtable
define linkonce_odr dso_local void @_ZN5TableD2Ev(ptr noundef nonnull align 4 dereferenceable(4) %0) unnamed_addr #1 comdat align 2 {
  %2 = load i32, ptr %0, align 4, !tbaa !13
  store i32 %2, ptr @counter, align 4, !tbaa !18
  ret void
}

; Function Attrs: nofree nounwind
declare i32 @__cxa_atexit(ptr, ptr, ptr) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind readnone willreturn uwtable
define dso_local noundef i32 @_Z4nexti(i32 noundef %0) local_unnamed_addr #0 {
  %2 = add nsw i32 %0, 1
  ret i32 %2
}

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @_Z6regioniPFiiE(i32 noundef %0, ptr noundef %1) local_unnamed_addr #1 personality ptr @__gxx_personality_v0 {
  %3 = alloca i32, align 4
  %4 = alloca [4 x ptr], align 8
  %5 = alloca [4 x ptr], align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #6
  store i32 0, ptr %3, align 4, !tbaa !18
  %6 = zext i32 %0 to i64
  store ptr %3, ptr %4, align 8
  store ptr %3, ptr %5, align 8
  %7 = getelementptr inbounds [4 x ptr], ptr %4, i64 0, i64 1
  store i64 %6, ptr %7, align 8
  %8 = getelementptr inbounds [4 x ptr], ptr %5, i64 0, i64 1
  store i64 %6, ptr %8, align 8
  %9 = getelementptr inbounds [4 x ptr], ptr %4, i64 0, i64 2
  store ptr %1, ptr %9, align 8
  %10 = getelementptr inbounds [4 x ptr], ptr %5, i64 0, i64 2
  store ptr %1, ptr %10, align 8
  %11 = getelementptr inbounds [4 x ptr], ptr %4, i64 0, i64 3
  store ptr @shared_decl_tgt_ref_ptr, ptr %11, align 8
  %12 = getelementptr inbounds [4 x ptr], ptr %5, i64 0, i64 3
  store ptr @shared, ptr %12, align 8
  %13 = alloca %struct.__tgt_kernel_arguments, align 8
  store i32 1, ptr %13, align 8
  %14 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %13, i64 0, i32 1
  store i32 4, ptr %14, align 4
  %15 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %13, i64 0, i32 2
  store ptr %4, ptr %15, align 8
  %16 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %13, i64 0, i32 3
  store ptr %5, ptr %16, align 8
  %17 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %13, i64 0, i32 4
  store ptr @.offload_sizes, ptr %17, align 8
  %18 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %13, i64 0, i32 5
  store ptr @.offload_maptypes, ptr %18, align 8
  %19 = getelementptr inbounds %struct.__tgt_kernel_arguments, ptr %13, i64 0, i32 6
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %19, i8 0, i64 24, i1 false)
  %20 = call i32 @__tgt_target_kernel(ptr nonnull @1, i64 -1, i32 -1, i32 0, ptr nonnull @.__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26.region_id, ptr nonnull %13)
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %39, label %22

22:                                               ; preds = %2
  %23 = invoke noundef i32 %1(i32 noundef %0)
          to label %27 unwind label %24

24:                                               ; preds = %22
  %25 = landingpad { ptr, i32 }
          catch ptr null
  %26 = extractvalue { ptr, i32 } %25, 0
  call void @__clang_call_terminate(ptr %26) #9
  unreachable

27:                                               ; preds = %22
  %28 = shl nsw i32 %0, 1
  %29 = add nsw i32 %28, 3
  %30 = load i32, ptr @table, align 4, !tbaa !13
  %31 = load i32, ptr @counter, align 4, !tbaa !18
  %32 = load i32, ptr @shared, align 4, !tbaa !18
  %33 = call i32 @omp_get_thread_num()
  %34 = add nsw i32 %29, %23
  %35 = add nsw i32 %34, %30
  %36 = add nsw i32 %35, %31
  %37 = add nsw i32 %36, %32
  %38 = add nsw i32 %37, %33
  store i32 %38, ptr %3, align 4, !tbaa !18
  br label %39

39:                                               ; preds = %27, %2
  %40 = load i32, ptr %3, align 4, !tbaa !18
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #6
  ret i32 %40
}

; Function Attrs: argmemonly mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

declare i32 @__gxx_personality_v0(...)

; Function Attrs: noinline noreturn nounwind
define linkonce_odr hidden void @__clang_call_terminate(ptr %0) local_unnamed_addr #4 comdat {
  %2 = tail call ptr @__cxa_begin_catch(ptr %0) #6
  tail call void @_ZSt9terminatev() #9
  unreachable
}

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @_ZSt9terminatev() local_unnamed_addr

; Function Attrs: nounwind
declare i32 @omp_get_thread_num() local_unnamed_addr #5

; Function Attrs: nounwind
declare i32 @__tgt_target_kernel(ptr, i64, i32, i32, ptr, ptr) local_unnamed_addr #6

; Function Attrs: argmemonly mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: nofree nounwind uwtable
define internal void @_GLOBAL__sub_I_device_module.cpp() #7 section ".text.startup" {
  %1 = load i32, ptr @counter, align 4, !tbaa !18
  store i32 %1, ptr @table, align 4, !tbaa !13
  %2 = tail call i32 @__cxa_atexit(ptr nonnull @_ZN5TableD2Ev, ptr nonnull @table, ptr nonnull @__dso_handle) #6
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @.omp_offloading.requires_reg() #1 section ".text.startup" {
  tail call void @__tgt_register_requires(i64 1)
  ret void
}

; Function Attrs: nounwind
declare void @__tgt_register_requires(i64) local_unnamed_addr #6

; Function Attrs: argmemonly nocallback nofree nounwind willreturn writeonly
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #8

attributes #0 = { mustprogress nofree norecurse nosync nounwind readnone willreturn uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nounwind }
attributes #3 = { argmemonly mustprogress nocallback nofree nosync nounwind willreturn }
attributes #4 = { noinline noreturn nounwind }
attributes #5 = { nounwind "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind }
attributes #7 = { nofree nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { argmemonly nocallback nofree nounwind willreturn writeonly }
attributes #9 = { noreturn nounwind }

!omp_offload.info = !{!0, !1, !2, !3, !4, !5, !6}
!llvm.module.flags = !{!7, !8, !9, !10, !11}
!llvm.ident = !{!12}
!nvvm.annotations = !{}

!0 = !{i32 0, i32 65024, i32 2238393, !"__omp_offloading__fe00_2227b9_table_l14_ctor", i32 14, i32 4}
!1 = !{i32 0, i32 65024, i32 2238393, !"__omp_offloading__fe00_2227b9_table_l14_dtor", i32 14, i32 5}
!2 = !{i32 0, i32 65024, i32 2238393, !"_Z6regioniPFiiE", i32 26, i32 6}
!3 = !{i32 1, !"counter", i32 0, i32 1}
!4 = !{i32 1, !"_ZL4step", i32 0, i32 2}
!5 = !{i32 1, !"table", i32 0, i32 3}
!6 = !{i32 1, !"shared_decl_tgt_ref_ptr", i32 1, i32 0}
!7 = !{i32 1, !"wchar_size", i32 4}
!8 = !{i32 7, !"openmp", i32 51}
!9 = !{i32 7, !"PIC Level", i32 2}
!10 = !{i32 7, !"PIE Level", i32 2}
!11 = !{i32 7, !"uwtable", i32 2}
!12 = !{!"Debian clang version 15.0.6"}
!13 = !{!14, !15, i64 0}
!14 = !{!"_ZTS5Table", !15, i64 0}
!15 = !{!"int", !16, i64 0}
!16 = !{!"omnipotent char", !17, i64 0}
!17 = !{!"Simple C++ TBAA"}
!18 = !{!15, !15, i64 0}
