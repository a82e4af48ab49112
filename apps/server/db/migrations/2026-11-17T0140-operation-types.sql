-- The operation types that occur in the audit log, for the filter of the history.
create table operation_type (
  op_type text primary key check (length(op_type) <= 64)
);

insert into operation_type (op_type)
select substr(list, 6) from operation_listing_size where starts_with(list, 'type:');

do $$
begin
  execute format('revoke insert, update, delete on operation_type from %I', current_setting('dailies.app_role'));
end
$$;
