-- The run that set the values with which the label started; null when they came from a column, or there were none. The run
-- of the item is not enough: after the label is undone the item may be prefilled again. No foreign key, as for the item.
alter table label_revision add column prefill_id uuid;
