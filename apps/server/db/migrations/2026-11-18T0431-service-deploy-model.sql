-- Model and version as of each deploy, so that a rollback restores them too. Null for earlier deploys.
alter table inference_service_deploy add column model text;
alter table inference_service_deploy add constraint inference_service_deploy_model_is_short
  check (length(model) <= 200) not valid;
