-- References that acts did not keep yet. Everything else that lineage shows is a reference that its act has kept always.

-- The label snapshots that a view filters or sorts by. Views never change, so these rows neither.
create table dataset_view_column_set (
  view_id uuid not null references dataset_view (id) on delete cascade,
  set_id uuid not null references dataset_column_set (id) on delete cascade,
  primary key (view_id, set_id)
);
create index dataset_view_column_set_of on dataset_view_column_set (set_id);

-- Views that were saved before. Texts in quotes are left out of the filter: they name no column.
insert into dataset_view_column_set (view_id, set_id)
select v.id, s.id from dataset_view v
join dataset_column_set s on s.dataset_id = v.dataset_id and s.version = v.version and s.status = 'Finished'
cross join lateral (
  select regexp_replace(v.query ->> 'where', '''([^'']|'''')*''', '', 'g') as condition
) as parsed
where exists (
  select from jsonb_array_elements(s.columns) as c (col)
  where v.query -> 'filters' @> jsonb_build_array(jsonb_build_object('field', c.col ->> 'name'))
    or parsed.condition ~ ('(^|[^[:alnum:]_.])' || replace(c.col ->> 'name', '.', '\.') || '($|[^[:alnum:]_.])')
    or ltrim(v.order_by, '-') = c.col ->> 'name'
);

-- The package in whose folder a dataset was registered.
alter table dataset add column package_id uuid;
alter table dataset add constraint dataset_package_exists foreign key (package_id) references package (id) not valid;
update dataset d set package_id = p.id from package p
where position('/' || p.folder in d.uri || '/') > 0;

-- The run that a benchmark was promoted from, and the run whose checkpoint the performer of a column runs. Runs that were
-- copied from a server are removed with it.
alter table benchmark add column run_id uuid;
alter table benchmark add constraint benchmark_run_exists
  foreign key (run_id) references experiment_run (id) on delete set null not valid;
alter table benchmark_column add column run_id uuid;
alter table benchmark_column add constraint benchmark_column_run_exists
  foreign key (run_id) references experiment_run (id) on delete set null not valid;

-- The service that a performer was registered for.
alter table performer add column service_id uuid;
alter table performer add constraint performer_service_exists
  foreign key (service_id) references inference_service (id) not valid;

-- The run whose checkpoint a service was made for.
alter table inference_service add column run_id uuid;
alter table inference_service add constraint inference_service_run_exists
  foreign key (run_id) references experiment_run (id) on delete set null not valid;
