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

-- The end of a subscription is final: whatever a provider reports late, a customer who returns gets a new subscription.
create or replace function keep_subscription_ended() returns trigger language plpgsql as $$
begin
  if old.status in ('cancelled', 'expired') and new.status not in ('cancelled', 'expired') then
    raise exception 'a subscription that has ended cannot be resumed' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create or replace trigger subscription_stays_ended before update of status on subscription
  for each row execute function keep_subscription_ended();
