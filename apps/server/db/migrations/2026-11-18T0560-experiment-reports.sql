-- Comparisons of runs as they were when somebody froze them. They refer to nothing, so that they outlive their runs.
create table experiment_report (
  -- Ordered by time.
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  created_by text not null check (length(created_by) <= 254),
  request_key uuid not null,
  created_at timestamptz not null,
  -- How the charts were drawn.
  settings jsonb not null,
  metrics text[] not null check (cardinality(metrics) <= 12),
  -- The runs as pages show them.
  runs jsonb not null,
  run_count integer not null check (run_count between 1 and 9),
  prompts jsonb not null,
  step bigint check (step >= 0),
  constraint experiment_report_once unique (created_by, request_key)
);

create table experiment_report_curve (
  report_id uuid not null references experiment_report (id),
  metric text not null check (length(metric) between 1 and 200),
  curves jsonb not null,
  primary key (report_id, metric)
);

create table experiment_report_sample (
  report_id uuid not null references experiment_report (id),
  run_id uuid not null,
  prompt_sha256 bytea not null check (octet_length(prompt_sha256) = 32),
  step bigint not null check (step >= 0),
  asset_id uuid not null,
  logged_at timestamptz not null,
  primary key (report_id, run_id, prompt_sha256)
);
