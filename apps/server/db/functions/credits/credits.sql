-- Moves credits once per idempotency key: all rules of the ledger, in one call, under the account's row lock. A refusal
-- leaves no trace, so the same key may succeed later. Every read after the lock is a separate statement, so it sees what
-- was committed before the lock was granted.
create or replace function move_credits(
  p_account bigint, p_kind credit_kind, p_amount bigint, p_ref bigint, p_key text,
  p_category text, p_priority smallint, p_expires_at timestamptz, p_at timestamptz, p_actor text, p_memo jsonb,
  out outcome text, out seq bigint, out at timestamptz, out kind credit_kind, out d_available bigint, out d_reserved bigint,
  out available bigint, out reserved bigint, out lots bigint[], out amounts bigint[]
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  account credit_account;
  known credit_key;
  held credit_hold;
  lot record;
  settled record;
  hash bytea;
  wanted bigint;
  part bigint;
  granted bigint := 0;
  consumed bigint := 0;
  largest_move constant bigint := 1000000000000;
  largest_sum constant bigint := 9007199254740991;
begin
  select * into account from credit_account where id = p_account for no key update;
  if not found then outcome := 'no_account'; return; end if;

  hash := sha256(convert_to(jsonb_build_array(
    p_kind, p_amount, p_ref, p_category, p_priority, extract(epoch from p_expires_at), p_memo)::text, 'UTF8'));
  select * into known from credit_key k where k.account_id = p_account and k.key = p_key;
  if found then
    if known.input_hash <> hash then outcome := 'conflict'; return; end if;
    outcome := 'replay';
    select m.seq, m.at, m.kind, m.d_available, m.d_reserved, m.available, m.reserved, m.lots, m.amounts
      into seq, at, kind, d_available, d_reserved, available, reserved, lots, amounts
      from credit_movement m where m.account_id = p_account and m.seq = known.seq and m.at = known.at;
    return;
  end if;

  -- Taken after the lock, and never before the account's last movement: time and sequence number increase together.
  at := greatest(coalesce(p_at, clock_timestamp()), account.last_at);
  outcome := case
    when (length(p_key) between 1 and 200 and length(p_actor) between 1 and 254) is not true or p_memo is null then 'invalid'
    -- Not before the first monthly partition.
    when p_at not between '2024-01-01T00:00:00Z' and clock_timestamp() then 'invalid'
    when p_amount not between -largest_move and largest_move then 'invalid'
    when p_kind in ('grant', 'reserve', 'refund') and (p_amount > 0) is not true then 'invalid'
    when p_kind = 'settle' and (p_amount >= 0) is not true then 'invalid'
    when p_kind = 'adjust' and (p_amount <> 0) is not true then 'invalid'
    when p_kind = 'reverse' and p_amount <= 0 then 'invalid'
    when p_kind in ('void', 'expire') and p_amount is not null then 'invalid'
    when (p_kind in ('grant', 'refund') or p_kind = 'adjust' and p_amount > 0)
      and (p_category in ('promo', 'compensation', 'paid', 'migration')) is not true then 'invalid'
    when (p_kind = 'reserve' or p_kind = 'adjust' and p_amount < 0) and abs(p_amount) > account.available then 'insufficient'
    -- A balance never exceeds the total granted, so every amount stays exact in JavaScript.
    when p_kind in ('grant', 'adjust') and account.lifetime_granted > largest_sum - p_amount then 'too_much'
  end;
  if outcome is not null then at := null; return; end if;

  kind := p_kind;
  seq := account.seq + 1;
  d_available := 0;
  d_reserved := 0;

  if p_kind in ('reserve', 'adjust') and (p_kind = 'reserve' or p_amount < 0) then
    wanted := abs(p_amount);
    -- Which lot is charged first: lowest priority, then the one that expires first, then granted before paid, then oldest.
    for lot in
      select l.seq, l.remaining - l.reserved as free from credit_lot l where l.account_id = p_account and l.is_open
        order by l.priority, l.expires_at, l.burn_class, l.seq
    loop
      part := least(wanted, lot.free);
      wanted := wanted - part;
      lots := lots || lot.seq;
      amounts := amounts || part;
      if p_kind = 'reserve' then
        update credit_lot l set reserved = l.reserved + part, is_open = part < lot.free
          where l.account_id = p_account and l.seq = lot.seq;
      else
        update credit_lot l set remaining = l.remaining - part, is_open = part < lot.free
          where l.account_id = p_account and l.seq = lot.seq;
      end if;
      exit when wanted = 0;
    end loop;
    if wanted > 0 then raise 'the lots of account % do not cover what it has', p_account; end if;
    d_available := -abs(p_amount);
    if p_kind = 'reserve' then
      d_reserved := p_amount;
      insert into credit_hold values (p_account, seq, p_amount, lots, amounts, at, p_memo);
    else
      granted := p_amount;
    end if;

  elsif p_kind in ('settle', 'void') then
    delete from credit_hold h where h.account_id = p_account and h.seq = p_ref and (p_kind = 'void' or p_amount <= h.amount)
      returning * into held;
    if not found then
      perform from credit_hold h where h.account_id = p_account and h.seq = p_ref;
      outcome := case when found then 'too_much' else 'no_hold' end;
      seq := null; at := null; kind := null; d_available := null; d_reserved := null;
      return;
    end if;
    consumed := case when p_kind = 'settle' then p_amount else 0 end;
    wanted := consumed;
    for i in 1 .. cardinality(held.lots) loop
      part := least(wanted, held.amounts[i]);
      wanted := wanted - part;
      update credit_lot l set
        remaining = l.remaining - part, reserved = l.reserved - held.amounts[i],
        is_open = l.remaining - part > l.reserved - held.amounts[i]
        where l.account_id = p_account and l.seq = held.lots[i];
      if part > 0 then
        lots := lots || held.lots[i];
        amounts := amounts || part;
      end if;
    end loop;
    d_reserved := -held.amount;
    d_available := held.amount - consumed;

  elsif p_kind in ('expire', 'reverse') then
    select l.remaining - l.reserved as free, l.expires_at into lot from credit_lot l
      where l.account_id = p_account and l.seq = p_ref;
    outcome := case
      when not found then 'no_lot'
      when lot.free = 0 or p_kind = 'expire' and lot.expires_at > at then 'nothing'
      when p_amount > lot.free then 'too_much'
    end;
    if outcome is not null then
      seq := null; at := null; kind := null; d_available := null; d_reserved := null;
      return;
    end if;
    part := case when p_kind = 'reverse' then coalesce(p_amount, lot.free) else lot.free end;
    update credit_lot l set remaining = l.remaining - part, is_open = part < lot.free
      where l.account_id = p_account and l.seq = p_ref;
    d_available := -part;
    lots := array[p_ref];
    amounts := array[part];
    if p_kind = 'reverse' then granted := -part; end if;

  else
    if p_kind = 'refund' then
      select -(m.d_available + m.d_reserved) as consumed, coalesce(r.refunded, 0) as refunded into settled
        from credit_movement m left join credit_refunded r on r.account_id = m.account_id and r.settle_seq = m.seq
        where m.account_id = p_account and m.seq = p_ref and m.kind = 'settle';
      outcome := case
        when not found then 'no_settle'
        when settled.refunded + p_amount > settled.consumed then 'too_much'
      end;
      if outcome is not null then
        seq := null; at := null; kind := null; d_available := null; d_reserved := null;
        return;
      end if;
      insert into credit_refunded values (p_account, p_ref, settled.consumed, p_amount)
        on conflict (account_id, settle_seq) do update set refunded = credit_refunded.refunded + excluded.refunded;
      consumed := -p_amount;
    else
      granted := p_amount;
    end if;
    insert into credit_lot (account_id, seq, category, priority, expires_at, created_at, granted, remaining, is_open)
      values (p_account, seq, p_category, coalesce(p_priority, 0), coalesce(p_expires_at, 'infinity'), at,
        p_amount, p_amount, true);
    d_available := p_amount;
  end if;

  available := account.available + d_available;
  reserved := account.reserved + d_reserved;
  outcome := 'ok';
  insert into credit_movement values
    (p_account, seq, at, p_kind, d_available, d_reserved, available, reserved, p_ref, lots, amounts, p_actor, p_memo);
  insert into credit_key values (p_account, p_key, hash, seq, at);
  update credit_account a set
    available = move_credits.available, reserved = move_credits.reserved, seq = move_credits.seq, last_at = move_credits.at,
    lifetime_granted = a.lifetime_granted + granted, lifetime_consumed = a.lifetime_consumed + consumed
    where a.id = p_account;
end
$$;

-- A unique index over all partitions would have to include the time; one per partition makes a second writer fail.
create or replace function add_credit_month(first_day date) returns void language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  part text := 'credit_movement_' || to_char(first_day, 'YYYY_MM');
  grantee text;
begin
  if first_day <> date_trunc('month', first_day)::date then raise 'a month begins on its first day'; end if;
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I (like credit_movement including constraints)', part);
  execute format('create unique index %I on %I (account_id, seq)', part || '_seq', part);
  execute format('create index %I on %I (account_id, at, seq)', part || '_at', part);
  execute format('create trigger %I before update or delete or truncate on %I for each statement execute function refuse_change()',
    part || '_is_append_only', part);
  -- Default privileges may grant rights on new tables. Revoke them from every role: only the owner writes a partition.
  for grantee in
    select distinct case a.grantee when 0 then 'public' else a.grantee::regrole::text end
      from pg_class c, aclexplode(c.relacl) a where c.oid = part::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke insert, update, delete, truncate on %I from %s', part, grantee);
  end loop;
  -- Attach it when it is complete: creating it as a partition would block every reader and writer of the ledger.
  execute format('alter table credit_movement attach partition %I for values from (%L) to (%L)', part,
    first_day || 'T00:00:00Z', (first_day + interval '1 month')::date || 'T00:00:00Z');
end
$$;

-- Returns the violated invariants of a range of accounts. Any row is a bug in the functions above. Nested loops are off because
-- of tables without statistics, as after a restore: the planner would compare every movement with every other one. That raises
-- the estimated cost, for which nothing must be compiled.
create or replace function check_credits(first_account bigint, last_account bigint) returns table (what text, account_id bigint)
  language sql stable set search_path = public, pg_temp set enable_nestloop = off set jit = off
as $$
  with a as (select * from credit_account where id between first_account and last_account),
  m as (select * from credit_movement where account_id between first_account and last_account),
  l as (select * from credit_lot where account_id between first_account and last_account),
  h as (select * from credit_hold where account_id between first_account and last_account),
  sums as (
    select account_id, sum(d_available) as available, sum(d_reserved) as reserved, count(*) as n, max(seq) as seq, max(at) as at,
      sum(case when kind in ('grant', 'adjust', 'reverse') then d_available else 0 end) as granted,
      sum(case when kind in ('settle', 'refund') then -(d_available + d_reserved) else 0 end) as consumed
      from m group by account_id
  )
  select 'balance is not the sum of its movements', a.id from a left join sums s on s.account_id = a.id
    where (a.available, a.reserved, a.seq, a.seq, a.last_at, a.lifetime_granted, a.lifetime_consumed) is distinct from
      (coalesce(s.available, 0), coalesce(s.reserved, 0), coalesce(s.n, 0), coalesce(s.seq, 0), coalesce(s.at, '-infinity'),
        coalesce(s.granted, 0), coalesce(s.consumed, 0))
  union all
  select 'lots are not what it has', a.id from a
    left join (select account_id, sum(remaining) as remaining, sum(reserved) as reserved from l group by account_id) s on s.account_id = a.id
    where coalesce(s.remaining, 0) <> a.available + a.reserved or coalesce(s.reserved, 0) <> a.reserved
  union all
  select 'holds are not what is reserved', a.id from a
    left join (select account_id, sum(amount) as amount from h group by account_id) s on s.account_id = a.id
    where coalesce(s.amount, 0) <> a.reserved
  union all
  select 'a lot is not reserved by its holds', l.account_id from l
    left join (select account_id, x.lot, sum(x.amount) as amount from h, unnest(lots, amounts) x (lot, amount) group by 1, 2) s
      on s.account_id = l.account_id and s.lot = l.seq
    where coalesce(s.amount, 0) <> l.reserved
  union all
  select 'a lot is not its grant without what was taken', l.account_id from l
    left join (select account_id, x.lot, sum(x.amount) as amount from m, unnest(lots, amounts) x (lot, amount)
      where kind <> 'reserve' group by 1, 2) s on s.account_id = l.account_id and s.lot = l.seq
    where l.granted - coalesce(s.amount, 0) <> l.remaining
  union all
  select 'the lots of a movement are not its amount', m.account_id from m
    where (select coalesce(sum(x), 0) from unnest(m.amounts) x) <> case
      when m.kind = 'reserve' then m.d_reserved
      when m.kind in ('settle', 'expire', 'reverse') or m.kind = 'adjust' and m.d_available < 0 then -(m.d_available + m.d_reserved)
      else 0 end
  union all
  select 'a lot is not what a movement brought', coalesce(l.account_id, b.account_id) from l
    full join (select * from m where kind in ('grant', 'refund') or kind = 'adjust' and d_available > 0) b
      on b.account_id = l.account_id and b.seq = l.seq
    where l.granted is distinct from b.d_available
  union all
  select 'a hold is not a reserve that is open', coalesce(h.account_id, r.account_id) from h
    full join (select * from m r where r.kind = 'reserve' and not exists (
      select from m c where c.account_id = r.account_id and c.ref = r.seq and c.kind in ('settle', 'void'))) r
      on r.account_id = h.account_id and r.seq = h.seq
    where (h.amount, h.lots, h.amounts) is distinct from (r.d_reserved, r.lots, r.amounts)
  union all
  select 'a hold was closed twice', c.account_id from m c where c.kind in ('settle', 'void')
    group by c.account_id, c.ref having count(*) > 1
  union all
  select 'what closed a hold is not what it held', c.account_id from m c
    left join m r on r.account_id = c.account_id and r.seq = c.ref and r.kind = 'reserve'
    where c.kind in ('settle', 'void') and (c.d_reserved = -r.d_reserved
      and c.d_available between case c.kind when 'void' then r.d_reserved else 0 end and r.d_reserved) is not true
  union all
  select 'what was given back is not its refunds', coalesce(f.account_id, r.account_id)
    from (select * from credit_refunded where account_id between first_account and last_account) f
    full join (select account_id, ref, sum(d_available) as refunded from m where kind = 'refund' group by 1, 2) r
      on r.account_id = f.account_id and r.ref = f.settle_seq
    left join m s on s.account_id = f.account_id and s.seq = f.settle_seq and s.kind = 'settle'
    where (f.refunded = r.refunded and f.consumed = -(s.d_available + s.d_reserved) and f.refunded <= f.consumed) is not true
  union all
  select 'a movement has no key, or a key no movement', coalesce(m.account_id, k.account_id) from m
    full join (select * from credit_key where account_id between first_account and last_account) k
      on k.account_id = m.account_id and k.seq = m.seq and k.at = m.at
    where m.seq is null or k.seq is null
  union all
  select 'the running balance breaks', w.account_id from (
    select account_id, available - d_available - coalesce(lag(available) over o, 0) as x,
      reserved - d_reserved - coalesce(lag(reserved) over o, 0) as y, seq - coalesce(lag(seq) over o, 0) as z,
      at < lag(at) over o as is_back
      from m window o as (partition by account_id order by seq)) w
    where x <> 0 or y <> 0 or z <> 1 or is_back
$$;

-- SECURITY DEFINER functions are for the application role only, not for every role that can connect.
revoke execute on function move_credits, add_credit_month from public;
do $$
begin
  execute format('grant execute on function move_credits, add_credit_month to %I', current_setting('dailies.app_role'));
end
$$;

-- The initial monthly partitions; a sweep adds later ones. Not in the migration, because they need the function above,
-- which skips existing partitions.
do $$
begin
  perform add_credit_month(d::date) from generate_series('2024-01-01'::timestamp, '2027-12-01', interval '1 month') d;
end
$$;
