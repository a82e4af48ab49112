-- Lets the person who created a credential ask again for a lost response. The secret is not stored a second time.
alter table service_credential add column request_key text check (length(request_key) between 8 and 128);
alter table service_credential add column request_hash bytea check (octet_length(request_hash) = 32);
