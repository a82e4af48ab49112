-- What the operator's directory does by SCIM, and tokens of it that were refused.
alter table security_event drop constraint security_event_kind_check;
alter table security_event add constraint security_event_kind_check check (
  kind in (
    'sign_in', 'sign_in_failed', 'sign_in_throttled', 'sign_out', 'password_changed', 'password_change_failed',
    'second_factor_added', 'second_factor_removed', 'passkey_counter_regressed', 'sign_on_linked', 'sign_on_unlinked',
    'account_disabled', 'account_enabled', 'provisioning_refused'
  )
) not valid;
