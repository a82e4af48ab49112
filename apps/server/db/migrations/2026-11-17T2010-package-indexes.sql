-- no transaction
-- Datasets that lie in the folder of a package, packages by their folder and by a part of their name, the newest comparison
-- of a pair.
create index concurrently if not exists dataset_by_uri on dataset (uri text_pattern_ops) where deleted_at is null;
create unique index concurrently if not exists package_folder_once on package (folder);
create index concurrently if not exists package_by_words on package using gin (lower(name) gin_trgm_ops);
create index concurrently if not exists package_comparison_of_pair
  on package_comparison (package_id, against_id, created_at desc);
