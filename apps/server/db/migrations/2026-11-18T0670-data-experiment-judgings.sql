-- Blind judgings that compared models of the arms. The tallies are those of the moment at which the judging was attached.
create table data_experiment_judging (
  experiment_id uuid not null references data_experiment (id),
  task_id uuid not null,
  -- Of the task at that time: it may be deleted later.
  name text not null check (length(name) between 1 and 200),
  -- The entry of each arm, and its tally against that of the first arm: [{position, column_id, label, ...}].
  entries jsonb not null,
  attached_by uuid not null references console_user (id),
  attached_at timestamptz not null,
  primary key (experiment_id, task_id)
);
create index data_experiment_judging_of on data_experiment_judging (task_id);
