-- no transaction
-- One API server has many namespaces, each of which can be registered.
create unique index concurrently if not exists cluster_place_once on cluster (address, coalesce(namespace, ''))
  where deleted_at is null;
drop index concurrently if exists cluster_address_once;
