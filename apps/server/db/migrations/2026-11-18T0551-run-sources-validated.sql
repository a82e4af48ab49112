-- In a transaction of its own, so that runs are logged while the rows are checked.
alter table experiment validate constraint experiment_source_exists;
alter table experiment validate constraint experiment_source_is_whole;
alter table experiment_run validate constraint experiment_run_source_exists;
alter table experiment_run validate constraint experiment_run_has_one_origin;
