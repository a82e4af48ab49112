-- In a transaction of its own, so that labelling goes on while the rows are checked.
alter table label_item validate constraint label_item_other_is_whole;
alter table label_task validate constraint label_task_pair_column_is_short;
alter table label_task_keys validate constraint label_task_keys_are_pairs;
alter table label_addition validate constraint label_addition_pair_column_is_short;
alter table label_addition validate constraint label_addition_keys_are_pairs;
