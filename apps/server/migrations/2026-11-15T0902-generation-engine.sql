-- Gives a call to the worker that asks for it: with the slot it has, or with a free one if the performer's rate and the
-- task's budget allow it. Everything is decided here at once, by the database's clock, so that any number of workers,
-- killed at any moment, never have more in flight than the limit says.
create function take_call(wanted uuid, busy_s double precision)
returns table (outcome text, wait_s double precision, performer_revision integer, is_late boolean, taken performer_task)
language plpgsql as $$
declare
  this_call performer_task;
  own performer_slot;
  who performer;
  free_slot integer;
  gate timestamptz;
  moment timestamptz;
begin
  select * into this_call from performer_task where id = wanted for update;
  if not found then return; end if;
  select * into who from performer where id = this_call.performer_id;
  select * into own from performer_slot where call_id = wanted for update;
  moment := clock_timestamp();

  if own.busy_until > moment then
    return query select 'busy', extract(epoch from own.busy_until - moment)::double precision, who.revision, false, this_call;
    return;
  end if;

  -- Only the provider is left to be told. A slot that stays behind without that is left to its own end.
  if this_call.finished_at is not null then
    update performer_slot set busy_until = moment + make_interval(secs => busy_s)
      where call_id = wanted and this_call.must_cancel;
    return query select 'ended', 0::double precision, who.revision, this_call.deadline_at < moment, this_call;
    return;
  end if;

  -- In flight already. Its slot outlasts its deadline, so a call without one is past that: it is looked at a last time.
  if own.call_id is not null or this_call.external_id is not null then
    update performer_slot set
      busy_until = moment + make_interval(secs => busy_s), expires_at = greatest(expires_at, moment + interval '2 minutes')
      where call_id = wanted;
    return query select 'taken', 0::double precision, who.revision, this_call.deadline_at < moment, this_call;
    return;
  end if;

  if who.deleted_at is not null or not who.is_enabled then
    return query select 'disabled', 0::double precision, who.revision, false, this_call;
    return;
  end if;

  select slot into free_slot from performer_slot
    where performer_id = who.id and slot < who.concurrency and expires_at < moment
    order by expires_at limit 1 for update skip locked;
  if free_slot is null then
    return query select 'no_slot', 0::double precision, who.revision, false, this_call;
    return;
  end if;

  if who.rpm is not null then
    insert into performer_gate (performer_id) values (who.id) on conflict do nothing;
    select next_free_at into gate from performer_gate where performer_id = who.id for update;
    moment := clock_timestamp();
    if gate > moment then
      return query select 'gated', extract(epoch from gate - moment)::double precision, who.revision, false, this_call;
      return;
    end if;
    update performer_gate set next_free_at = moment + make_interval(secs => 60.0 / who.rpm) where performer_id = who.id;
  end if;

  if this_call.task_id is not null and this_call.estimate_micros > 0 then
    update benchmark set reserved_micros = reserved_micros + this_call.estimate_micros
      where task_id = this_call.task_id
        and (not is_budget_hard or budget_micros is null
          or spent_micros + reserved_micros + this_call.estimate_micros <= budget_micros);
    if not found then
      return query select 'over_budget', 0::double precision, who.revision, false, this_call;
      return;
    end if;
  end if;

  update performer_slot set
    call_id = wanted,
    busy_until = moment + make_interval(secs => busy_s),
    -- By then the provider's own work must be over, whatever became of us.
    expires_at = moment + make_interval(secs => who.timeout_s + 120)
    where performer_id = who.id and slot = free_slot;
  update performer_task set
    started_at = moment,
    deadline_at = moment + make_interval(secs => who.timeout_s),
    reserved_micros = case when task_id is null then 0 else estimate_micros end,
    next_look_at = moment + make_interval(secs => busy_s)
    where id = wanted returning * into this_call;
  return query select 'taken', 0::double precision, who.revision, false, this_call;
end
$$;
