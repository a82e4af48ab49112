-- Allows only these status transitions of a benchmark, whatever the application does.
create or replace function check_benchmark_transition() returns trigger language plpgsql as $$
begin
  if new.kind = 'Benchmark' and (old.status, new.status) not in (
    ('Init', 'Generating'), ('Generating', 'Benchmarking'), ('Generating', 'Init'),
    ('Benchmarking', 'Finished'), ('Benchmarking', 'Generating'), ('Finished', 'Benchmarking')
  ) then
    raise exception 'a benchmark does not go from % to %', old.status, new.status using errcode = 'DA002';
  end if;
  return new;
end
$$;
create or replace trigger console_task_moves_along before update of status on console_task
  for each row when (old.status is distinct from new.status) execute function check_benchmark_transition();
