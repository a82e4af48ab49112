-- A cluster is also read from KubeRay: a namespace of a Kubernetes API server with its RayClusters and RayJobs.
alter table cluster add column namespace text, add column ca_certificate text;
alter table cluster drop constraint cluster_kind_check;
alter table cluster add constraint cluster_kind_check check (kind in ('Ray', 'KubeRay')) not valid;
alter table cluster add constraint cluster_namespace_of_kuberay
  check ((kind = 'KubeRay') = (namespace is not null)) not valid;
alter table cluster add constraint cluster_kuberay_lengths
  check (length(namespace) <= 63 and length(ca_certificate) <= 20000) not valid;

-- The RayClusters of the namespace, and their sums for the card.
alter table cluster_state add column kuberay jsonb, add column ray_clusters jsonb;

alter table cluster_job drop constraint cluster_job_type_check;
alter table cluster_job add constraint cluster_job_type_check
  check (type in ('SUBMISSION', 'DRIVER', 'RAYJOB')) not valid;
