-- What a worker needs to know about a job.
create or replace function claimed_job(c performer_task) returns jsonb
language sql stable return jsonb_build_object(
  'id', c.id, 'performerId', c.performer_id, 'performerVersion', c.performer_version, 'taskId', c.task_id,
  'cellId', c.cell_id, 'requestedBy', c.requested_by, 'title', c.title, 'input', c.resolved_input,
  'seed', c.seed_requested, 'status', c.status, 'rawStatus', c.raw_status, 'progress', c.progress,
  'queuePosition', c.queue_position, 'externalId', c.external_id, 'mustCancel', c.must_cancel,
  'estimateMicros', c.estimate_micros, 'isEnded', c.finished_at is not null, 'polls', c.polls, 'failures', c.failures,
  'log', c.log);

-- Claims a job for a worker: with the slot it already has, or with a free one if the performer's rate limit and the
-- task's budget allow it. Everything is decided here, by the database's clock, so that any number of workers, killed at
-- any time, never exceed the concurrency limit. The job is returned as one jsonb value: describing fifty columns costs
-- the driver more than the whole function costs the database.
create or replace function claim_job(wanted uuid, busy_s double precision)
returns table (outcome text, wait_s double precision, performer_revision integer, is_late boolean, taken jsonb)
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
    return query select 'busy', extract(epoch from own.busy_until - moment)::double precision, who.revision, false, claimed_job(this_call);
    return;
  end if;

  -- Only the cancellation at the provider is left. Without must_cancel, a remaining slot is left to expire.
  if this_call.finished_at is not null then
    update performer_slot set busy_until = moment + make_interval(secs => busy_s)
      where call_id = wanted and this_call.must_cancel;
    return query select 'ended', 0::double precision, who.revision, this_call.deadline_at < moment, claimed_job(this_call);
    return;
  end if;

  -- Already in flight. The slot outlives the deadline, so a job without a slot is past it and is polled a last time.
  if own.call_id is not null or this_call.external_id is not null then
    update performer_slot set
      busy_until = moment + make_interval(secs => busy_s), expires_at = greatest(expires_at, moment + interval '2 minutes')
      where call_id = wanted;
    return query select 'taken', 0::double precision, who.revision, this_call.deadline_at < moment, claimed_job(this_call);
    return;
  end if;

  if who.deleted_at is not null or not who.is_enabled then
    return query select 'disabled', 0::double precision, who.revision, false, claimed_job(this_call);
    return;
  end if;

  select slot into free_slot from performer_slot
    where performer_id = who.id and slot < who.concurrency and expires_at < moment
    order by expires_at limit 1 for update skip locked;
  if free_slot is null then
    return query select 'no_slot', 0::double precision, who.revision, false, claimed_job(this_call);
    return;
  end if;

  if who.rpm is not null then
    insert into performer_gate (performer_id) values (who.id) on conflict do nothing;
    select next_free_at into gate from performer_gate where performer_id = who.id for update;
    moment := clock_timestamp();
    if gate > moment then
      return query select 'gated', extract(epoch from gate - moment)::double precision, who.revision, false, claimed_job(this_call);
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
      return query select 'over_budget', 0::double precision, who.revision, false, claimed_job(this_call);
      return;
    end if;
  end if;

  update performer_slot set
    call_id = wanted,
    busy_until = moment + make_interval(secs => busy_s),
    -- By then the provider has finished, whatever happened to our workers.
    expires_at = moment + make_interval(secs => who.timeout_s + 120)
    where performer_id = who.id and slot = free_slot;
  update performer_task set
    started_at = moment,
    deadline_at = moment + make_interval(secs => who.timeout_s),
    reserved_micros = case when task_id is null then 0 else estimate_micros end,
    next_poll_at = moment + make_interval(secs => busy_s)
    where id = wanted returning * into this_call;
  return query select 'taken', 0::double precision, who.revision, false, claimed_job(this_call);
end
$$;

-- Takes a slot of a performer for a question that is no job: prefilled labels, judges. Jobs and questions share the slots and
-- the rate limit, so that any number of runs together stay within what the performer allows. The slot has no job, so only
-- its expiry says that it is taken: the asker renews it, and that of a killed worker is free after the lease. Returns the
-- slot and its expiry, by which it is renewed and released, or how long to wait for the rate limit.
create or replace function claim_question_slot(wanted uuid, lease_s double precision)
returns table (outcome text, wait_s double precision, slot_number integer, until text)
language plpgsql as $$
declare
  who performer;
  free_slot integer;
  gate timestamptz;
  moment timestamptz := clock_timestamp();
begin
  select * into who from performer where id = wanted;
  if not found or who.deleted_at is not null or not who.is_enabled then
    return query select 'disabled', 0::double precision, null::integer, null::text;
    return;
  end if;
  select s.slot into free_slot from performer_slot s
    where s.performer_id = wanted and s.slot < who.concurrency and s.expires_at < moment
    order by s.expires_at limit 1 for update skip locked;
  if free_slot is null then
    return query select 'no_slot', 0::double precision, null::integer, null::text;
    return;
  end if;
  if who.rpm is not null then
    insert into performer_gate (performer_id) values (wanted) on conflict do nothing;
    select g.next_free_at into gate from performer_gate g where g.performer_id = wanted for update;
    moment := clock_timestamp();
    if gate > moment then
      return query select 'gated', extract(epoch from gate - moment)::double precision, null::integer, null::text;
      return;
    end if;
    update performer_gate g set next_free_at = moment + make_interval(secs => 60.0 / who.rpm) where g.performer_id = wanted;
  end if;
  return query update performer_slot s set
      call_id = null, busy_until = '-infinity', expires_at = moment + make_interval(secs => lease_s)
    where s.performer_id = wanted and s.slot = free_slot
    returning 'taken', 0::double precision, s.slot, s.expires_at::text;
end
$$;

-- Enqueues the event of a changed job: by position for a cell, otherwise for the user who requested it. A test keeps the
-- payload equal to that of the events feature.
create or replace function enqueue_job_event(moved performer_task, cell benchmark_cell) returns void
language plpgsql as $$
declare
  progress real := case when moved.finished_at is null or moved.status = 'Succeeded' then moved.progress end;
begin
  if moved.cell_id is null then
    insert into event_outbox (topic, payload) values ('calls:' || moved.requested_by, jsonb_build_object(
      'id', moved.id, 'status', moved.status, 'progress', progress, 'queue_position', moved.queue_position));
  elsif cell.id is not null then
    insert into event_outbox (topic, payload) values ('task:' || moved.task_id, jsonb_build_object(
      'cells', jsonb_build_array(jsonb_build_object(
        'row', cell.row_index, 'col', cell.col_index, 'sample', cell.sample, 'status', cell.status,
        'progress', progress, 'queue_position', moved.queue_position, 'attempt_count', cell.attempt_count))));
  end if;
end
$$;

-- Completes a successful job: outcome, clip, slot, account, cell and event together. Returns false, without changes, when
-- the job had already ended.
--
-- Every completion locks its job first and does the rest in separate statements, each with a fresh snapshot. A single
-- statement that had to wait for the job would see the slots from before the wait, and never free a slot claimed
-- meanwhile. The lock order is always job, slot, account, cell. All jobs of a task contend for its account, so it is
-- locked as late as possible.
create or replace function settle_succeeded(wanted uuid, outcome jsonb, made jsonb) returns boolean
language plpgsql as $$
declare
  held_micros bigint;
  charged_micros bigint := coalesce((outcome ->> 'cost_micros')::bigint, 0);
  ended performer_task;
  cell benchmark_cell;
begin
  select reserved_micros into held_micros from performer_task where id = wanted and finished_at is null for update;
  if not found then return false; end if;
  perform make_generated_asset(made);

  update performer_task set
    status = 'Succeeded', finished_at = clock_timestamp(), external_id = coalesce(outcome ->> 'external_id', external_id),
    asset_id = (made ->> 'asset_id')::uuid, output_sha256 = decode(made ->> 'sha256', 'hex'), probe = made -> 'probe',
    metrics = nullif(outcome -> 'metrics', 'null'), warnings = outcome -> 'warnings',
    seed_used = (outcome ->> 'seed_used')::bigint, raw_status = outcome ->> 'raw_status', progress = 1,
    queue_position = null, reserved_micros = 0, next_poll_at = null, log = outcome -> 'log',
    cost_micros = (outcome ->> 'cost_micros')::bigint, cost_currency = outcome ->> 'cost_currency',
    cost_units = (outcome ->> 'cost_units')::double precision,
    cost_unit_price_micros = (outcome ->> 'cost_unit_price_micros')::bigint, cost_basis = outcome ->> 'cost_basis'
    where id = wanted returning * into ended;
  update performer_slot set call_id = null, expires_at = '-infinity', busy_until = '-infinity' where call_id = wanted;

  if ended.task_id is not null and charged_micros + held_micros > 0 then
    update benchmark set
      -- A charge in another currency counts at most as much as its estimate.
      spent_micros = spent_micros + case
        when currency = ended.cost_currency then charged_micros else least(charged_micros, held_micros) end,
      reserved_micros = reserved_micros - held_micros
      where task_id = ended.task_id;
  end if;
  if ended.cell_id is not null then
    update benchmark_cell c set
      status = case when c.status = 'Excluded' then 'Excluded' else 'Succeeded' end,
      counted_attempt_id = case
        when c.counted_attempt_id is null or (b.attempt_policy = 'latest' and not c.is_pinned) then wanted
        else c.counted_attempt_id end,
      updated_at = clock_timestamp()
      from benchmark b where b.task_id = ended.task_id and c.id = ended.cell_id returning c.* into cell;
  end if;
  perform enqueue_job_event(ended, cell);
  return true;
end
$$;

-- Ends a job without success. With `only_unbegun`, a job that has started is left alone. With `keeps_slot`, the provider
-- may still be working, and the slot stays taken until the job is cancelled there.
create or replace function settle_unsuccessful(wanted uuid, only_unbegun boolean, keeps_slot boolean, outcome jsonb) returns boolean
language plpgsql as $$
declare
  held_micros bigint;
  ended performer_task;
  cell benchmark_cell;
begin
  select reserved_micros into held_micros from performer_task
    where id = wanted and finished_at is null and (started_at is null or not only_unbegun) for update;
  if not found then return false; end if;

  update performer_task set
    status = outcome ->> 'status', finished_at = clock_timestamp(), reserved_micros = 0, must_cancel = keeps_slot,
    raw_status = coalesce(outcome ->> 'raw_status', raw_status), queue_position = null, log = outcome -> 'log',
    next_poll_at = case when keeps_slot then clock_timestamp() end,
    error_code = outcome ->> 'error_code', error_message = outcome ->> 'error_message',
    error_is_retryable = (outcome ->> 'error_is_retryable')::boolean
    where id = wanted returning * into ended;
  update performer_slot set
    call_id = case when keeps_slot then call_id end,
    expires_at = case when keeps_slot then expires_at else '-infinity' end,
    busy_until = '-infinity'
    where call_id = wanted;

  if ended.task_id is not null and held_micros > 0 then
    update benchmark set reserved_micros = reserved_micros - held_micros where task_id = ended.task_id;
  end if;
  if ended.cell_id is not null then
    update benchmark_cell set
      status = case
        when status = 'Excluded' then 'Excluded'
        when counted_attempt_id is not null then 'Succeeded'
        when ended.status = 'Cancelled' then 'Cancelled'
        else 'Failed' end,
      updated_at = clock_timestamp()
      where id = ended.cell_id returning * into cell;
  end if;
  perform enqueue_job_event(ended, cell);
  return true;
end
$$;

-- Records the result of a poll. Returns false, without changes, when the job has already ended. Without `next_poll_s` the
-- same worker continues at once. Events are sent only for visible changes.
create or replace function record_poll(wanted uuid, seen jsonb, next_poll_s double precision, is_visible boolean)
returns boolean
language plpgsql as $$
declare
  polled performer_task;
  cell benchmark_cell;
  cell_status text := case when seen ->> 'status' = 'Running' then 'Running' else 'Queued' end;
begin
  update performer_task set
    external_id = seen ->> 'external_id', status = seen ->> 'status', raw_status = seen ->> 'raw_status',
    progress = (seen ->> 'progress')::real, queue_position = (seen ->> 'queue_position')::integer, polls = polls + 1,
    failures = 0, next_poll_at = clock_timestamp() + make_interval(secs => coalesce(next_poll_s, 0)), log = seen -> 'log'
    where id = wanted and finished_at is null returning * into polled;
  if not found then return false; end if;
  if next_poll_s is not null then
    update performer_slot set busy_until = '-infinity' where call_id = wanted;
  end if;
  if polled.cell_id is not null then
    select * into cell from benchmark_cell where id = polled.cell_id;
    -- Avoid the lock: most polls do not change the cell's status.
    if cell.status <> cell_status then
      update benchmark_cell set status = cell_status, updated_at = clock_timestamp()
        where id = cell.id and status in ('Waiting', 'Queued', 'Running');
      select * into cell from benchmark_cell where id = polled.cell_id;
    end if;
  end if;
  if is_visible then perform enqueue_job_event(polled, cell); end if;
  return true;
end
$$;
