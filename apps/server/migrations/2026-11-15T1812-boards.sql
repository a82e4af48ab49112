-- Measurements of the clips beside what people said of them; right as long as the basis is the same.
create table board_metrics (
  task_id uuid primary key references evaluation (task_id) on delete cascade,
  basis bigint not null,
  metrics jsonb not null,
  computed_at timestamptz not null
);
