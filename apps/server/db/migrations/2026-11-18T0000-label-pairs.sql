-- Items of two clips, for forms that compare them. The second clip is another row of the same dataset version; all of its
-- columns are null for an item of one clip.
alter table label_item add column other_key text;
alter table label_item add column other_ordinal bigint;
alter table label_item add column other_media_type text;
alter table label_item add column other_duration_us bigint;
alter table label_item add column other_fps double precision;
alter table label_item add column other_frames integer;
alter table label_item add constraint label_item_other_is_whole
  check ((other_key is null) = (other_ordinal is null) and other_ordinal >= 0) not valid;

-- The person sees the second clip on the left. Drawn once for each person and item; labels and drafts are kept by clip.
alter table label_lease add column is_swapped boolean not null default false;

-- The column of the view with the key of the second clip.
alter table label_task add column pair_column text;
alter table label_task add constraint label_task_pair_column_is_short check (length(pair_column) between 1 and 200) not valid;
-- For each key, that of the second clip.
alter table label_task_keys add column other_keys text[];
alter table label_task_keys add constraint label_task_keys_are_pairs check (cardinality(other_keys) = cardinality(keys)) not valid;

-- The same for items that are added later.
alter table label_addition add column pair_column text;
alter table label_addition add column other_keys text[];
alter table label_addition add constraint label_addition_pair_column_is_short
  check (length(pair_column) between 1 and 200) not valid;
alter table label_addition add constraint label_addition_keys_are_pairs
  check (cardinality(other_keys) = cardinality(keys)) not valid;
