-- Agreement and quality of the labels of a task, measured by a workflow. One row a task: the newest report stays while the
-- next one is measured.
create table label_report (
  task_id uuid primary key references label_task (id) on delete cascade,
  -- Incremented with every measurement, which is a new workflow.
  run integer not null check (run > 0),
  status text not null check (status in ('Running', 'Finished', 'Failed')),
  requested_by uuid not null references console_user (id),
  requested_at timestamptz not null,
  error text check (length(error) <= 500),
  -- When the labels of the report were read.
  measured_at timestamptz,
  report jsonb check (octet_length(report::text) <= 4000000),
  constraint label_report_has_time check ((report is null) = (measured_at is null)),
  constraint label_report_failed_says_why check ((status = 'Failed') = (error is not null))
);
