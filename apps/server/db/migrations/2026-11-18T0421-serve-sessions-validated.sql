-- In a transaction of its own, so that deploys are written while the rows are checked.
alter table inference_service_deploy validate constraint inference_service_deploy_kind_check;
