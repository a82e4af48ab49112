-- Whether the sign-in was by a mailed code, which is how a forgotten password is replaced. Also while a second factor is awaited.
alter table session add column is_by_code boolean not null default false;
alter table pending_sign_in add column is_by_code boolean not null default false;
