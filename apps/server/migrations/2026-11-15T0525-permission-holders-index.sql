-- no transaction
drop index concurrently if exists console_user_permission_by_code;
create index concurrently if not exists console_user_permission_by_code on console_user_permission (code, user_id);
