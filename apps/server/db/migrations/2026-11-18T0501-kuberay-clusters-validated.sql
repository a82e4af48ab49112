alter table cluster validate constraint cluster_kind_check;
alter table cluster validate constraint cluster_namespace_of_kuberay;
alter table cluster validate constraint cluster_kuberay_lengths;
alter table cluster_job validate constraint cluster_job_type_check;
