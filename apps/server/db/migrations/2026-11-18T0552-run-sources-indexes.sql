-- no transaction
create unique index concurrently if not exists experiment_of_source on experiment (source_id, source_experiment_id)
  where source_id is not null;
create index concurrently if not exists experiment_run_of_source on experiment_run (source_id, id desc);
