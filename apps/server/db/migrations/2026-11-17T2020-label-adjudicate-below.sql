-- Items whose labels agree less than this, in percent, wait for an adjudicator. Tasks from before go on with every item that
-- is not in full agreement.
alter table label_task add column adjudicate_below smallint not null default 100;
alter table label_task add constraint label_task_adjudicate_below_is_percent
  check (adjudicate_below between 0 and 100) not valid;
