-- Why a row is excluded, and which of its cells were excluded with it: including the row again leaves those alone that
-- were excluded one by one.
alter table benchmark_row add column excluded_reason text;
alter table benchmark_row add constraint benchmark_row_excluded_says_why
  check (is_excluded = (excluded_reason is not null) and length(excluded_reason) <= 500) not valid;

alter table benchmark_cell add column is_excluded_with_row boolean not null default false;
alter table benchmark_cell add constraint benchmark_cell_excluded_with_row_is_excluded
  check (status = 'Excluded' or not is_excluded_with_row) not valid;
