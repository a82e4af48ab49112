-- no transaction
-- One person may wait for a few comparisons at a time.
create index concurrently if not exists package_comparison_unfinished on package_comparison (created_by)
  where status in ('Waiting', 'Running');
