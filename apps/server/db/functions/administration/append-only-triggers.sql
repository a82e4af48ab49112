-- A second safeguard: not even the table owner can change the operation log or the ledger by accident.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history can only be added to' using errcode = 'insufficient_privilege';
end
$$;
create or replace trigger operation_is_append_only before update or delete or truncate on operation
  for each statement execute function refuse_change();
create or replace trigger operation_subject_is_append_only before update or delete or truncate on operation_subject
  for each statement execute function refuse_change();
create or replace trigger operation_listing_is_append_only before update or delete or truncate on operation_listing
  for each statement execute function refuse_change();
create or replace trigger security_event_is_append_only before update or truncate on security_event
  for each statement execute function refuse_change();
create or replace trigger credit_movement_is_append_only before update or delete or truncate on credit_movement
  for each statement execute function refuse_change();
create or replace trigger credit_key_is_append_only before update or delete or truncate on credit_key
  for each statement execute function refuse_change();
create or replace trigger board_snapshot_stays before update on board_snapshot
  for each statement execute function refuse_change();
create or replace trigger label_event_is_append_only before update or delete or truncate on label_event
  for each statement execute function refuse_change();
create or replace trigger label_revision_stays before delete or truncate on label_revision
  for each statement execute function refuse_change();
create or replace trigger label_revision_values_stay
  before update of task_id, seq, user_id, revision, label_values, edited, template_version, guidelines_version, made_by,
    created_at on label_revision
  for each statement execute function refuse_change();
create or replace trigger label_adjudication_stays before delete or truncate on label_adjudication
  for each statement execute function refuse_change();
create or replace trigger label_adjudication_values_stay
  before update of task_id, seq, revision, label_values, taken_from, agreement, note, template_version, made_by, created_at
    on label_adjudication
  for each statement execute function refuse_change();
create or replace trigger label_guidelines_are_append_only before update or delete or truncate on label_guidelines
  for each statement execute function refuse_change();
create or replace trigger experiment_report_is_append_only before update or delete or truncate on experiment_report
  for each statement execute function refuse_change();
create or replace trigger experiment_report_curve_is_append_only before update or delete or truncate on experiment_report_curve
  for each statement execute function refuse_change();
create or replace trigger experiment_report_sample_is_append_only
  before update or delete or truncate on experiment_report_sample
  for each statement execute function refuse_change();
