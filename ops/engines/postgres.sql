-- Run at every start; each statement runs only when its object is missing.
select format('create role dailies_owner login createdb password %L', :'owner')
  where not exists (select from pg_roles where rolname = 'dailies_owner') \gexec
select format('create role dailies_app login password %L', :'app')
  where not exists (select from pg_roles where rolname = 'dailies_app') \gexec
select format('create role temporal login password %L', :'temporal')
  where not exists (select from pg_roles where rolname = 'temporal') \gexec

select format('create database %I owner %I', name, owner)
  from (values ('dailies', 'dailies_owner'), ('temporal', 'temporal'), ('temporal_visibility', 'temporal')) as wanted (name, owner)
  where not exists (select from pg_database where datname = name) \gexec

-- Tests drop their databases while killed clients still seem connected.
grant pg_signal_backend to dailies_owner;
