-- Judging is always blind, so the switch has no meaning. No release has run with these columns.
update benchmark set evaluation = evaluation - 'blind' where evaluation ? 'blind';
-- squawk-ignore ban-drop-column
alter table evaluation drop column is_blind;
-- squawk-ignore ban-drop-column
alter table template_version drop column is_blind;
