create or replace function refuse_delete_with_cells() returns trigger language plpgsql as $$
begin
  if exists (select from benchmark_cell where task_id = old.task_id and old.id in (row_id, column_id)) then
    raise exception '% % still has cells', tg_table_name, old.id using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;
-- Deferred to the end of the transaction, when dependent rows are deleted too. Dropped first, because PostgreSQL cannot
-- replace a constraint trigger.
drop trigger if exists benchmark_row_leaves_no_cell on benchmark_row;
create constraint trigger benchmark_row_leaves_no_cell after delete on benchmark_row
  deferrable initially deferred for each row execute function refuse_delete_with_cells();
drop trigger if exists benchmark_column_leaves_no_cell on benchmark_column;
create constraint trigger benchmark_column_leaves_no_cell after delete on benchmark_column
  deferrable initially deferred for each row execute function refuse_delete_with_cells();

create or replace function refuse_delete_with_attempts() returns trigger language plpgsql as $$
begin
  if exists (select from gone join performer_task p on p.cell_id = gone.id) then
    raise exception 'a cell still has attempts' using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;
create or replace trigger benchmark_cell_leaves_no_attempt after delete on benchmark_cell
  referencing old table as gone for each statement execute function refuse_delete_with_attempts();
