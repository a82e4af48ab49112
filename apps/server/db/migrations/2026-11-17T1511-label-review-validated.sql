-- In a transaction of its own, so that labelling goes on while the rows are checked.
alter table label_task validate constraint label_task_review_share_is_percent;
alter table label_item validate constraint label_item_agreement_is_share;
alter table label_event validate constraint label_event_event_check;
