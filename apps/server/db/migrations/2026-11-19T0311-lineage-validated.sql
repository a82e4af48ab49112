-- In a transaction of its own, so that the tables are written to while their rows are checked.
alter table dataset validate constraint dataset_package_exists;
alter table benchmark validate constraint benchmark_run_exists;
alter table benchmark_column validate constraint benchmark_column_run_exists;
alter table performer validate constraint performer_service_exists;
alter table inference_service validate constraint inference_service_run_exists;
