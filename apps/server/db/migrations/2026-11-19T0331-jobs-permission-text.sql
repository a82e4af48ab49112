-- What the code opens beside background work.
update permission set description = 'Sees all background work and may retry or cancel it. Internal holders also manage storage profiles, clusters, sources of runs, and what others own.'
  where key = 'ADMIN_MANAGE_R' and version = 1;
