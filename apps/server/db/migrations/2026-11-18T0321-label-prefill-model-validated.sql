-- In a transaction of its own, so that the check of existing rows holds no lock that keeps others from writing.
alter table label_prefill validate constraint label_prefill_file_has_size;
