-- A dimension version that a template uses cannot be changed.
create or replace function refuse_change_of_used_dimension() returns trigger language plpgsql as $$
begin
  if exists (select from template_entry where dimension_id = old.dimension_id and dimension_version = old.version) then
    raise exception 'version % of dimension % is in use', old.version, old.dimension_id using errcode = 'DA005';
  end if;
  return new;
end
$$;
create or replace trigger dimension_version_stays before update on dimension_version
  for each row execute function refuse_change_of_used_dimension();
