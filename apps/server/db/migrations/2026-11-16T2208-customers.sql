-- End users of the video product. They never sign in here; the product's backends report them.
create table end_user (
  id bigint generated always as identity primary key,
  email citext not null unique
    check (position('@' in email::text) > 1 and length(email::text) <= 254 and email::text is nfc normalized),
  external_id text unique check (length(external_id) between 1 and 128),
  name text not null default '' check (length(name) <= 200),
  status text not null default 'active' check (status in ('active', 'suspended', 'deleted')),
  -- Whether their content may be shown to our raters.
  has_consented boolean not null default false,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- The time of the newest report about them; older reports never overwrite it.
  told_at timestamptz not null default '-infinity',
  -- Record counts, which are also the last assigned numbers. Assigned under this row's lock, for pagination by number.
  order_count bigint not null default 0 check (order_count >= 0),
  plan_count bigint not null default 0 check (plan_count >= 0),
  project_count bigint not null default 0 check (project_count >= 0),
  favorite_count bigint not null default 0 check (favorite_count >= 0)
) with (fillfactor = 80);
create index end_user_email_prefix on end_user ((lower(email::text)) text_pattern_ops);

-- Payments as reported by the provider. A late report never overwrites a newer one.
create table customer_order (
  user_id bigint not null references end_user (id),
  seq bigint not null check (seq > 0),
  order_no text not null unique check (length(order_no) between 1 and 128),
  product_type text not null check (product_type in ('plan', 'credit_pack')),
  product_code text not null check (length(product_code) between 1 and 64),
  product_name text not null check (length(product_name) <= 200),
  credits bigint not null check (credits >= 0),
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tax_minor bigint not null default 0 check (tax_minor >= 0),
  status text not null check (status in ('pending', 'paid', 'failed', 'refunded', 'partially_refunded', 'cancelled', 'expired')),
  provider text not null check (length(provider) between 1 and 32),
  provider_ref text check (length(provider_ref) between 1 and 255),
  ordered_at timestamptz not null,
  paid_at timestamptz,
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  -- The lot of the granted credits, by its number in the account.
  grant_seq bigint,
  told_at timestamptz not null,
  -- Tie-breaker for two reports of the same time.
  told_id text not null default '' check (length(told_id) <= 255),
  primary key (user_id, seq),
  unique (provider, provider_ref)
);
create index customer_order_by_time on customer_order (user_id, ordered_at, seq);

create table subscription (
  id uuid primary key,
  user_id bigint not null references end_user (id),
  seq bigint not null check (seq > 0),
  code text not null check (length(code) between 1 and 64),
  name text not null check (length(name) <= 200),
  billing_interval text not null check (billing_interval in ('day', 'week', 'month', 'year')),
  price_minor bigint not null check (price_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  credits_per_period bigint not null check (credits_per_period >= 0),
  status text not null check (status in ('trialing', 'active', 'past_due', 'cancel_scheduled', 'cancelled', 'expired')),
  current_period_start timestamptz not null,
  current_period_end timestamptz not null check (current_period_end >= current_period_start),
  cancel_at timestamptz,
  cancel_reason text not null default '' check (length(cancel_reason) <= 500),
  provider text not null check (length(provider) between 1 and 32),
  provider_ref text check (length(provider_ref) between 1 and 255),
  started_at timestamptz not null,
  told_at timestamptz not null,
  told_id text not null default '' check (length(told_id) <= 255),
  unique (user_id, seq),
  unique (provider, provider_ref)
);
create index subscription_by_time on subscription (user_id, started_at, seq);

-- Cancellation requests of subscriptions, by idempotency key. Nothing sends them to the payment provider yet.
create table plan_cancellation (
  key text primary key check (length(key) between 1 and 200),
  plan_id uuid not null references subscription (id),
  mode text not null check (mode in ('period_end', 'now')),
  reason text not null check (length(reason) between 5 and 500),
  asked_by text not null,
  asked_at timestamptz not null
);

-- An operator's request by idempotency key (the call and the client's key) with its response: a repeated request gets the
-- identical response, and nothing happens twice.
create table idempotency_record (
  key text primary key check (length(key) between 1 and 200),
  input_hash bytea not null check (octet_length(input_hash) = 32),
  answer json,
  asked_by text not null,
  asked_at timestamptz not null
);

-- Webhook events of payment providers, each stored once, with their processing status.
create table payment_event (
  provider text not null check (length(provider) between 1 and 32),
  event_id text not null check (length(event_id) between 1 and 255),
  type text not null check (length(type) <= 128),
  -- The provider's time of the event: later events about the same object win.
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  -- The provider's customer id: failed events of an unknown customer are retried once the customer is known.
  customer text check (length(customer) between 1 and 255),
  payload jsonb not null,
  status text not null check (status in ('received', 'applied', 'ignored', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  error text check (length(error) <= 2000),
  handled_at timestamptz,
  primary key (provider, event_id)
);
create index payment_event_newest on payment_event (received_at desc, event_id desc);
create index payment_event_open on payment_event (received_at) where status in ('received', 'failed');
create index payment_event_waiting on payment_event (provider, customer, occurred_at, event_id) where status = 'failed';

-- Maps a payment provider's customers to end users, because some events contain no e-mail address.
create table payment_customer (
  provider text not null check (length(provider) between 1 and 32),
  customer text not null check (length(customer) between 1 and 255),
  user_id bigint not null references end_user (id),
  primary key (provider, customer)
);

-- Backends of the product that may write here.
create table service_credential (
  id uuid primary key,
  key_id text not null unique check (key_id ~ '^dk_[a-z0-9]{20}$'),
  name text not null unique check (length(name) between 1 and 100),
  scopes text[] not null check (cardinality(scopes) between 1 and 16),
  created_by text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);

-- Two secrets are valid during a rotation.
create table service_secret (
  credential_id uuid not null references service_credential (id),
  version integer not null check (version > 0),
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null default 'infinity',
  primary key (credential_id, version)
);

-- A grant that needs approval by a second person.
create table grant_request (
  id uuid primary key,
  user_id bigint not null references end_user (id),
  amount bigint not null check (amount > 0),
  category text not null check (category in ('promo', 'compensation', 'paid', 'migration')),
  reason text not null check (length(reason) between 5 and 500),
  ticket_url text check (length(ticket_url) <= 500),
  expires_at timestamptz,
  key text not null unique check (length(key) between 1 and 200),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_by text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  decided_reason text not null default '' check (length(decided_reason) <= 500),
  grant_seq bigint,
  check ((status = 'pending') = (decided_by is null) and (status = 'pending') = (decided_at is null)),
  check (decided_by <> requested_by),
  check ((status = 'approved') = (grant_seq is not null))
);
create index grant_request_waiting on grant_request (requested_at) where status = 'pending';
create index grant_request_newest on grant_request (requested_at desc, id desc);
