-- The credit ledger. Integers only; entries are appended, never changed; cached balances are protected by constraints.
-- The contra entry of a movement is not stored: it is the negative sum of both changes, totalled by kind in the view
-- `credit_system`.
create type credit_kind as enum ('grant', 'reserve', 'settle', 'void', 'expire', 'adjust', 'refund', 'reverse');

-- Created with its end user and never on demand: without a row to lock there is nothing to move.
create table credit_account (
  id bigint primary key references end_user (id),
  available bigint not null default 0 check (available >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  -- Gap-free movement number: the last number is the count.
  seq bigint not null default 0 check (seq >= 0),
  last_at timestamptz not null default '-infinity',
  lifetime_granted bigint not null default 0 check (lifetime_granted >= 0),
  lifetime_consumed bigint not null default 0 check (lifetime_consumed >= 0)
) with (fillfactor = 50);

create table credit_movement (
  account_id bigint not null,
  seq bigint not null check (seq > 0),
  at timestamptz not null,
  kind credit_kind not null,
  d_available bigint not null,
  d_reserved bigint not null,
  -- The balance after the movement.
  available bigint not null check (available >= 0),
  reserved bigint not null check (reserved >= 0),
  -- The hold of a settle or void, the lot of an expire or reverse, the settle of a refund: a movement number of this
  -- account.
  ref bigint,
  -- The affected lots in order of use, and the amount of each.
  lots bigint[],
  amounts bigint[],
  actor text not null check (length(actor) between 1 and 254),
  memo jsonb not null
) partition by range (at);

-- Not partitioned, because an idempotency key must be found without its time: one effect per key.
create table credit_key (
  account_id bigint not null,
  key text not null check (length(key) between 1 and 200),
  input_hash bytea not null check (octet_length(input_hash) = 32),
  seq bigint not null,
  at timestamptz not null,
  primary key (account_id, key)
);

create table credit_lot (
  account_id bigint not null references credit_account (id),
  -- The number of the movement that created it.
  seq bigint not null,
  category text not null check (category in ('promo', 'compensation', 'paid', 'migration')),
  priority smallint not null default 0,
  -- Granted credits are used before paid ones.
  burn_class smallint not null generated always as (case category
    when 'promo' then 0 when 'compensation' then 1 when 'migration' then 2 else 3 end) stored,
  expires_at timestamptz not null default 'infinity',
  created_at timestamptz not null,
  granted bigint not null check (granted > 0),
  remaining bigint not null check (remaining between 0 and granted),
  reserved bigint not null default 0 check (reserved between 0 and remaining),
  -- Stored, so that only changes to or from zero update the index of open lots.
  is_open boolean not null check (is_open = (remaining > reserved)),
  primary key (account_id, seq)
) with (fillfactor = 70);
create index credit_lot_open on credit_lot (account_id, priority, expires_at, burn_class, seq) where is_open;
create index credit_lot_due on credit_lot (expires_at, account_id, seq) where is_open and expires_at < 'infinity';

-- Open holds only; closing a hold deletes its row under the account's lock, so it happens once.
create table credit_hold (
  account_id bigint not null references credit_account (id),
  seq bigint not null,
  amount bigint not null check (amount > 0),
  lots bigint[] not null,
  amounts bigint[] not null,
  held_at timestamptz not null,
  memo jsonb not null,
  primary key (account_id, seq)
);
create index credit_hold_oldest on credit_hold (held_at, account_id, seq);

-- The refunded amount of a settled job: never more than it consumed.
create table credit_refunded (
  account_id bigint not null references credit_account (id),
  settle_seq bigint not null,
  consumed bigint not null,
  refunded bigint not null check (refunded between 1 and consumed),
  primary key (account_id, settle_seq)
);

create view credit_system as
  select kind, -sum(d_available + d_reserved) as balance, count(*) as movements from credit_movement group by kind;

do $$
begin
  execute format(
    'revoke insert, update, delete on credit_account, credit_movement, credit_key, credit_lot, credit_hold, credit_refunded '
      'from %I',
    current_setting('dailies.app_role')
  );
end
$$;
