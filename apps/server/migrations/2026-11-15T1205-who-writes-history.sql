-- These functions write with the rights of their owner, and PostgreSQL lets everybody call what is new.
revoke execute on function record_operation, record_operations, list_operations, open_credit_account from public;
do $$
begin
  execute format('grant execute on function record_operation, record_operations to %I', current_setting('dailies.app_role'));
end
$$;
