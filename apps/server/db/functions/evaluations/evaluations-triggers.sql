-- A template version that an evaluation was started with cannot be changed.
create or replace function refuse_change_of_used_template() returns trigger language plpgsql as $$
declare
  which uuid := coalesce(new.template_id, old.template_id);
  what integer := coalesce(new.version, old.version);
begin
  if exists (select from evaluation where template_id = which and template_version = what and started_at is not null) then
    raise exception 'version % of template % was asked with', what, which using errcode = 'DA005';
  end if;
  return coalesce(new, old);
end
$$;
create or replace trigger template_version_stays before update or delete on template_version
  for each row execute function refuse_change_of_used_template();
create or replace trigger template_entry_stays before insert or update or delete on template_entry
  for each row execute function refuse_change_of_used_template();

-- Adds a clip that was regenerated during the evaluation, in place of the old one. If regeneration failed, the workflow
-- checks whether the evaluation is complete.
create or replace function replace_judged_clip() returns trigger language plpgsql as $$
declare
  ev evaluation;
  at_entry integer;
  at_prompt integer;
  made bigint;
  items bigint;
begin
  select * into ev from evaluation e where e.task_id = new.task_id and e.started_at is not null and e.closed_at is null;
  if not found then return null; end if;
  select e.entry, p.prompt into at_entry, at_prompt from evaluation_entry e, evaluation_prompt p
    where e.task_id = ev.task_id and e.source_task_id = new.task_id and e.column_id = new.column_id
      and p.task_id = ev.task_id and p.row_index = new.row_index;
  if not found then return null; end if;

  if new.counted_attempt_id is not null then
    perform retire_clip(ev.task_id, at_prompt, at_entry, new.sample, clock_timestamp());
    insert into evaluation_clip (task_id, prompt, entry, sample, attempt_id, asset_id, sha256)
    select ev.task_id, at_prompt, at_entry, new.sample, a.id, a.asset_id, a.output_sha256
      from performer_task a where a.id = new.counted_attempt_id returning id into made;
    items := shift_lanes(ev.task_id, at_prompt, at_entry, new.sample, 1);
    update evaluation e set clips_total = clips_total + 1,
      votes_needed = votes_needed + items * e.judges_per_item, inputs_revision = inputs_revision + 1
      where e.task_id = ev.task_id;
  end if;
  insert into outbox (id, workflow_type, workflow_id, input, request_id)
  values (gen_random_uuid(), 'prepareClips', 'prepare-clips-' || ev.task_id || '-' || new.latest_attempt_id,
    jsonb_build_object('taskId', ev.task_id), new.latest_attempt_id::text);
  return null;
end
$$;
create or replace trigger benchmark_cell_is_judged after update of counted_attempt_id, status on benchmark_cell
  for each row when (
    (new.counted_attempt_id is not null and old.counted_attempt_id is distinct from new.counted_attempt_id)
    or (new.counted_attempt_id is null and new.status in ('Failed', 'Cancelled') and old.status <> new.status))
  execute function replace_judged_clip();

-- Removes the items of a clip that cannot be prepared.
create or replace function exclude_failed_clip() returns trigger language plpgsql as $$
declare
  items bigint;
begin
  items := shift_lanes(new.task_id, new.prompt, new.entry, new.sample, -1);
  update evaluation e set votes_needed = votes_needed + items * e.judges_per_item, inputs_revision = inputs_revision + 1
    where e.task_id = new.task_id;
  return null;
end
$$;
create or replace trigger evaluation_clip_fails after update of status on evaluation_clip
  for each row when (new.is_current and new.status = 'failed' and old.status <> 'failed')
  execute function exclude_failed_clip();
