create or replace function count_asset_references() returns trigger language plpgsql as $$
begin
  -- The check constraint on asset refuses a reference to a deleted asset; the row lock serializes deletes and references.
  if tg_op = 'INSERT' then
    update asset set ref_count = ref_count + 1 where id = new.asset_id;
  else
    update asset set ref_count = ref_count - 1 where id = old.asset_id;
  end if;
  return null;
end
$$;
create or replace trigger asset_reference_is_counted after insert or delete on asset_reference
  for each row execute function count_asset_references();
