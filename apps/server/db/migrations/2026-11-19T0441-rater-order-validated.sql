-- In a transaction of its own, so that raters can be added while the rows are checked.
alter table evaluation_rater validate constraint evaluation_rater_order_key_is_set;
alter table evaluation_rater alter column order_key set not null;
alter table evaluation_rater drop constraint evaluation_rater_order_key_is_set;
