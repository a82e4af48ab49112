-- A template version that a task uses cannot be changed.
create or replace function refuse_change_of_used_label_template() returns trigger language plpgsql as $$
begin
  if exists (select from label_task where template_id = old.template_id and template_version = old.version) then
    raise exception 'version % of label template % is in use', old.version, old.template_id using errcode = 'DA005';
  end if;
  return new;
end
$$;
create or replace trigger label_template_version_stays before update on label_template_version
  for each row execute function refuse_change_of_used_label_template();
