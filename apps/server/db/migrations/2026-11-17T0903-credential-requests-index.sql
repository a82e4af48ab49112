-- no transaction
create unique index concurrently if not exists service_credential_by_request on service_credential (created_by, request_key)
  where request_key is not null;
