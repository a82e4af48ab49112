-- What each platform flag opens while the setting platform.fine_grained_admin is on.
update permission p set description = t.description
from (values
  ('MAGI_MODIFY_CREDITS', 'Platform flag: sees an end user''s balance, grants and voids credits, one by one and in bulk.'),
  ('MAGI_UPLOAD_ASSETS', 'Platform flag: uploads files to the asset library.'),
  ('MAGI_UGC_AUDIT', 'Platform flag: reviews the content of end users, and approves or rejects it.'),
  ('MAGI_VIEW_USER_INFO', 'Platform flag: sees an end user''s balance, lots, plan and projects.'),
  ('MAGI_VIEW_CONSUMPTIONS', 'Platform flag: sees the movements of an end user''s credits and what their jobs consumed.'),
  ('MAGI_VIEW_SUBSCRIPTIONS', 'Platform flag: sees an end user''s subscriptions.'),
  ('MAGI_VIEW_PAYMENTS', 'Platform flag: sees an end user''s payments.')
) as t (key, description)
where p.key = t.key and p.version = 1;
