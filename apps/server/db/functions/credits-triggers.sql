-- Every end user gets an account on insert, whichever code inserts the user.
create or replace function open_credit_account() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  insert into credit_account (id) values (new.id);
  return null;
end
$$;

-- The function is SECURITY DEFINER.
revoke execute on function open_credit_account from public;
create or replace trigger end_user_has_an_account after insert on end_user for each row execute function open_credit_account();
