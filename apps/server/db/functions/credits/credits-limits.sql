-- The credits created by or for a subject within the last 24 hours. A slot of five minutes counts as a whole until its last
-- instant is 24 hours ago, so the sum is never too small. `until` is when all of it will have left the sum.
create or replace function created_credits(p_subject text, p_now timestamptz, out used bigint, out until timestamptz)
  language sql stable set search_path = public, pg_temp
as $$
  select coalesce(sum(amount), 0)::bigint, max(slot) + interval '24 hours 5 minutes' from credit_created
    where subject = p_subject and slot > p_now - interval '24 hours 5 minutes'
$$;

-- Serialises everything that this operator or credential creates, and everything that moves credits of these accounts,
-- until the transaction ends. Always the creator first and then the accounts by id, so that grants cannot deadlock.
create or replace function lock_for_grants(p_creator text, p_accounts bigint[]) returns void language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(7423005, hashtext(p_creator));
  perform from credit_account where id = any(p_accounts) order by id for no key update;
end
$$;

-- Grants credits within the limits of whoever creates them and of the end user who gets them. All checks happen under the
-- locks of both, so that concurrent requests cannot pass together. A null limit is counted and not checked: a second person
-- approved. An order does not count for the end user: it was bought. A replay is neither checked nor counted again.
create or replace function create_credits(
  p_account bigint, p_amount bigint, p_key text, p_category text, p_expires_at timestamptz, p_at timestamptz, p_actor text,
  p_memo jsonb, p_now timestamptz, p_creator text, p_creator_limit bigint, p_user_limit bigint, p_is_order boolean,
  out outcome text, out seq bigint, out at timestamptz, out d_available bigint, out d_reserved bigint, out available bigint,
  out reserved bigint, out lots bigint[], out amounts bigint[]
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  subject constant text := 'end_user:' || p_account;
begin
  perform lock_for_grants(p_creator, array[p_account]);
  perform from credit_key k where k.account_id = p_account and k.key = p_key;
  if not found then
    if (select used from created_credits(p_creator, p_now)) + p_amount > p_creator_limit then
      outcome := 'creator_limit';
      return;
    end if;
    if not p_is_order and (select used from created_credits(subject, p_now)) + p_amount > p_user_limit then
      outcome := 'user_limit';
      return;
    end if;
  end if;
  select m.outcome, m.seq, m.at, m.d_available, m.d_reserved, m.available, m.reserved, m.lots, m.amounts
    into outcome, seq, at, d_available, d_reserved, available, reserved, lots, amounts
    from move_credits(
      p_account, 'grant', p_amount, null, p_key, p_category, null, p_expires_at, p_at, p_actor, p_memo) m;
  if outcome <> 'ok' then return; end if;
  insert into credit_created (subject, slot, amount)
    select s, date_bin('5 minutes', p_now, 'epoch'), p_amount
      from unnest(case when p_is_order then array[p_creator] else array[p_creator, subject] end) s
    on conflict on constraint credit_created_pkey do update set amount = credit_created.amount + excluded.amount;
end
$$;

-- Deletes slots that no limit looks at any more, some at a time; returns how many.
create or replace function forget_created_credits(p_now timestamptz, p_max integer) returns integer language sql
  security definer set search_path = public, pg_temp
as $$
  with old as (
    select subject, slot from credit_created where slot < p_now - interval '48 hours' order by slot limit p_max
    for update skip locked
  ), gone as (
    delete from credit_created c using old where c.subject = old.subject and c.slot = old.slot returning 1
  )
  select count(*)::integer from gone
$$;

revoke execute on function create_credits, lock_for_grants, forget_created_credits from public;
do $$
begin
  execute format(
    'grant execute on function create_credits, lock_for_grants, forget_created_credits to %I',
    current_setting('dailies.app_role')
  );
end
$$;
