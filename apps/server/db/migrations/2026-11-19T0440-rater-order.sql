-- Raters are numbered in this order, so that neither a name nor an account tells who has which number.
alter table evaluation_rater add column order_key uuid;
-- In a statement of its own, so that the table is not written anew while it is locked.
alter table evaluation_rater alter column order_key set default gen_random_uuid();
update evaluation_rater set order_key = gen_random_uuid() where order_key is null;
alter table evaluation_rater add constraint evaluation_rater_order_key_is_set check (order_key is not null) not valid;
