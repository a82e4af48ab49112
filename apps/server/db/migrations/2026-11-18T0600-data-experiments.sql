-- Questions about data. Arms never change; runs are attached to them until somebody decides.
create table data_experiment (
  -- Ordered by time.
  id uuid primary key,
  question text not null check (length(question) between 1 and 300),
  hypothesis text not null check (length(hypothesis) <= 4000),
  metric text not null check (length(metric) between 1 and 200),
  direction text not null check (direction in ('higher', 'lower')),
  min_difference double precision not null check (min_difference >= 0 and min_difference <= 1e15),
  state text not null default 'Open' check (state in ('Open', 'Decided')),
  -- Counts every change, so that nobody decides about what they have not seen.
  revision integer not null default 1 check (revision > 0),
  arms text[] not null check (cardinality(arms) between 2 and 6),
  runs integer not null default 0 check (runs >= 0),
  -- The position of the arm that was decided for; null for none.
  chosen smallint check (chosen between 1 and 6),
  request_key uuid not null,
  created_by uuid not null references console_user (id),
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint data_experiment_once unique (created_by, request_key),
  constraint data_experiment_decision check ((state = 'Decided') = (decided_at is not null)),
  constraint data_experiment_choice check (chosen is null or state = 'Decided')
);
create index data_experiment_by_state on data_experiment (state, id desc);
create index data_experiment_by_words on data_experiment using gin (lower(question) gin_trgm_ops);

-- The query is that of the package or view when the question was asked: a view may be deleted later.
create table data_experiment_arm (
  experiment_id uuid not null references data_experiment (id),
  position smallint not null check (position between 1 and 6),
  name text not null check (length(name) between 1 and 80),
  package_id uuid references package (id),
  view_id uuid references dataset_view (id),
  dataset_id uuid not null references dataset (id),
  version integer not null check (version > 0),
  query jsonb not null,
  order_by text not null,
  primary key (experiment_id, position),
  constraint data_experiment_arm_name_once unique (experiment_id, name),
  constraint data_experiment_arm_source check (num_nonnulls(package_id, view_id) = 1)
);
create index data_experiment_arm_of_package on data_experiment_arm (package_id) where package_id is not null;
create index data_experiment_arm_of_view on data_experiment_arm (view_id) where view_id is not null;

-- An arm against the first one, computed once by a workflow.
create table data_experiment_comparison (
  id uuid primary key,
  experiment_id uuid not null,
  position smallint not null check (position > 1),
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  error text check (length(error) <= 500),
  result jsonb,
  created_by uuid not null references console_user (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint data_experiment_comparison_once unique (experiment_id, position),
  constraint data_experiment_comparison_arm foreign key (experiment_id, position)
    references data_experiment_arm (experiment_id, position),
  constraint data_experiment_comparison_result check ((status = 'Finished') = (result is not null))
);

create index data_experiment_comparison_unfinished on data_experiment_comparison (created_by)
  where status in ('Waiting', 'Running');

create table data_experiment_run (
  experiment_id uuid not null,
  run_id uuid not null references experiment_run (id),
  position smallint not null,
  attached_by uuid not null references console_user (id),
  attached_at timestamptz not null,
  -- A run belongs to one arm.
  primary key (experiment_id, run_id),
  constraint data_experiment_run_arm foreign key (experiment_id, position)
    references data_experiment_arm (experiment_id, position)
);
create index data_experiment_run_of on data_experiment_run (run_id);

-- Decisions and reopenings, with the numbers as they were. Rows never change.
create table data_experiment_act (
  experiment_id uuid not null references data_experiment (id),
  number smallint not null check (number > 0),
  kind text not null check (kind in ('decided', 'reopened')),
  chosen smallint check (chosen between 1 and 6),
  reason text not null check (length(reason) between 1 and 4000),
  numbers jsonb,
  acted_by uuid not null references console_user (id),
  acted_at timestamptz not null,
  primary key (experiment_id, number),
  constraint data_experiment_act_numbers check ((kind = 'decided') = (numbers is not null)),
  constraint data_experiment_act_choice check (chosen is null or kind = 'decided')
);
