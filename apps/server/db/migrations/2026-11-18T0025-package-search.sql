-- no transaction
-- The command palette: names of packages by their beginning and the newest ones; trigrams have an index already.
create index concurrently if not exists package_by_folded_name on package (lower(name) text_pattern_ops)
  where status <> 'Deleted';
create index concurrently if not exists package_by_creation on package (created_at desc, id desc)
  where status <> 'Deleted';
