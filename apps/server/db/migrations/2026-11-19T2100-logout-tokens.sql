-- Logout tokens of the OpenID provider that have ended sessions: each counts once.
create table sign_on_logout (
  -- SHA-256 of the issuer and the token's id, which has no format or length of its own.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- After this time the token would be refused as too old.
  expires_at timestamptz not null
);
create index sign_on_logout_by_expiry on sign_on_logout (expires_at);
