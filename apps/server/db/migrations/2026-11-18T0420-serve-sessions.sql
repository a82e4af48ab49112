-- A head that lost what it stored begins another session. Services that were deployed in an earlier one are deployed again.
alter table inference_service add column applied_session text;

-- When Serve was last seen started, and in which session: Ray also answers as if it were not started while it cannot find it.
alter table cluster_serve add column seen_started_at timestamptz, add column seen_started_session text;

alter table inference_service_deploy drop constraint inference_service_deploy_kind_check;
alter table inference_service_deploy add constraint inference_service_deploy_kind_check
  check (kind in ('create', 'update', 'scale', 'pause', 'resume', 'rollback', 'restore', 'delete')) not valid;
