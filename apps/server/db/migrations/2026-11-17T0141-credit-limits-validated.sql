-- In a transaction of its own, so that reads go on while the rows are checked.
alter table service_credential validate constraint service_credential_has_a_ceiling;
