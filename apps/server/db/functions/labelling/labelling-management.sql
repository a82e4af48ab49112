-- Follows the lock order in labelling-work.sql: the person, items by number, leases.

-- Gives back everything that a person holds in a task; drafts are kept. Returns how many items that were.
create or replace function release_label_person(of_task uuid, whom uuid, by_whom uuid, moment timestamptz) returns integer
language plpgsql as $$
declare
  lease label_lease;
  released integer := 0;
begin
  perform from label_person where task_id = of_task and user_id = whom for no key update;
  perform from label_item i where i.task_id = of_task and i.seq in (
      select l.seq from label_lease l where l.user_id = whom and l.task_id = of_task and l.status = 'leased')
    order by i.seq for no key update;
  for lease in
    select l.* from label_lease l where l.user_id = whom and l.task_id = of_task and l.status = 'leased'
      order by l.seq for no key update
  loop
    perform end_locked_label_lease(lease, 'released', by_whom, null, null, moment);
    released := released + 1;
  end loop;
  return released;
end
$$;
