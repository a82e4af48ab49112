-- no transaction
-- What uses a dataset, a view, a package or a run.
create index concurrently if not exists label_task_of_dataset on label_task (dataset_id, dataset_version);
create index concurrently if not exists label_task_of_view on label_task (view_id) where view_id is not null;
create index concurrently if not exists benchmark_row_import_of_dataset on benchmark_row_import (dataset_id, version);
create index concurrently if not exists dataset_of_package on dataset (package_id) where package_id is not null;
create index concurrently if not exists benchmark_of_run on benchmark (run_id) where run_id is not null;
create index concurrently if not exists benchmark_column_of_run on benchmark_column (run_id) where run_id is not null;
create index concurrently if not exists performer_of_service on performer (service_id) where service_id is not null;
create index concurrently if not exists inference_service_of_run on inference_service (run_id) where run_id is not null;
