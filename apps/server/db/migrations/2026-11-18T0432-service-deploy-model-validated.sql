-- In a transaction of its own, so that the check of existing rows holds no lock that keeps others from writing.
alter table inference_service_deploy validate constraint inference_service_deploy_model_is_short;
