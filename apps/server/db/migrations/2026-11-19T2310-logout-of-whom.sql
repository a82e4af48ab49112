-- Whose sign-ins a logout token ended, for those whose code was exchanged at that moment. Rows live for five minutes.
alter table sign_on_logout
  add column issuer text,
  add column subject text,
  add column sid text,
  -- By the provider's clock.
  add column issued_at timestamptz;
