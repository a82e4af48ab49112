-- What the payment provider knows of an operator's request to end a subscription. The provider's own reports confirm it.
create table provider_cancellation (
  id uuid primary key,
  request_key text not null unique references plan_cancellation (key),
  plan_id uuid not null references subscription (id),
  mode text not null check (mode in ('period_end', 'now')),
  state text not null check (state in ('sending', 'accepted', 'confirmed', 'failed', 'not_told', 'superseded')),
  -- Why the provider was not told, refused, or has not answered yet.
  problem text check (problem in ('not_connected', 'not_configured', 'no_reference', 'no_answer', 'key_refused',
    'unknown_subscription', 'refused')),
  -- The provider's error code and request id, for its support. Never its message, which can contain parts of the key.
  detail text not null default '' check (length(detail) <= 300),
  attempts integer not null default 0 check (attempts >= 0),
  -- Stripe repeats a stored 5xx answer for an idempotency key, so a request that was answered that way needs another key.
  key_version integer not null default 1 check (key_version > 0),
  -- The newest report while the request is open: the subscription shows the request instead.
  reported_status text not null,
  reported_cancel_at timestamptz,
  requested_at timestamptz not null,
  accepted_at timestamptz,
  confirmed_at timestamptz,
  check ((state in ('failed', 'not_told')) <= (problem is not null)),
  check (state <> 'accepted' or accepted_at is not null),
  check ((state = 'confirmed') = (confirmed_at is not null))
);
create index provider_cancellation_of_plan on provider_cancellation (plan_id, id);
-- At most one request per subscription is open.
create unique index provider_cancellation_open on provider_cancellation (plan_id) where state not in ('confirmed', 'superseded');

-- No request was sent to a provider before this table existed. Only the newest one of a subscription still counts.
insert into provider_cancellation
  (id, request_key, plan_id, mode, state, problem, reported_status, requested_at)
select distinct on (plan_id) gen_random_uuid(), key, plan_id, mode, 'not_told', 'not_configured', 'active', asked_at
from plan_cancellation order by plan_id, asked_at desc, key;
