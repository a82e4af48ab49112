-- no transaction
-- Where a moment stands in the history. Dropped before it is made, because a run that was cut off leaves an index that is
-- not valid.
drop index concurrently if exists operation_at;
create index concurrently if not exists operation_at on operation (at, seq);
