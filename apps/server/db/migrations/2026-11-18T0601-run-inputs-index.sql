-- no transaction
-- The newest runs of a package, however many there are.
create index concurrently if not exists experiment_run_input_newest
  on experiment_run_input (kind, ref_id, run_id desc);
