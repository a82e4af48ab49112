import { JOB_KINDS } from "@dailies/contract";
import { asOwner } from "../../../apps/server/src/testing/template-database.ts";

const ROWS_AT_ONCE = 500_000;
const FAST = "set work_mem = '128MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off;";

const arrayOf = (values: readonly string[], type: string): string => `'{${values.join(",")}}'::${type}[]`;

/** Most jobs have finished, some failed, few are unfinished: the newest. The first user owns three of ten. */
const insertSlice = (owners: readonly string[], first: number, last: number): string => `${FAST}
  insert into background_job (id, kind, key, subject_id, owner_id, title, status, attempts, last_error, created_at, started_at,
    finished_at, changed_at)
  select background_job_id('bench', n::text), (${arrayOf(JOB_KINDS, "text")})[1 + n % ${JOB_KINDS.length}], n::text,
    background_job_id('subject', (n % 50000)::text),
    (${arrayOf(owners, "uuid")})[case when n % 10 < 3 then 1 else 1 + n % ${owners.length} end],
    'night drive ' || substr(md5(n::text), 1, 8) || ' take ' || n, s.status, 1,
    case when s.status = 'Failed' then 'the provider answered ' || (400 + n % 120) end,
    now() - n * interval '3 seconds', now() - n * interval '3 seconds',
    case when s.status not in ('Waiting', 'Running') then now() - n * interval '3 seconds' + interval '1 second' end, now()
  from generate_series(${first}, ${last}) n, lateral (select case
    when n <= 500 then (array['Waiting', 'Running'])[1 + n % 2]
    when n % 20 = 7 then 'Failed' when n % 25 = 3 then 'Cancelled' else 'Finished' end as status) s`;

/** Without its indexes, which are then built as they were; all of it in one transaction. */
const build = (filling: readonly string[]): string => `${FAST}
  create temporary table kept_index on commit drop as
    select indexname, indexdef from pg_indexes
    where tablename = 'background_job' and indexname like 'background_job_by%';
  do $$ declare name text; begin
    for name in select indexname from kept_index loop execute 'drop index ' || name; end loop;
  end $$;
  ${filling.join(";\n")};
  do $$ declare definition text; begin
    for definition in select indexdef from kept_index loop execute definition; end loop;
  end $$;`;

export const fillJobs = async (ownerUrl: string, owners: readonly string[], rows: number): Promise<void> => {
  const slices: string[] = [];
  for (let first = 1; first <= rows; first += ROWS_AT_ONCE)
    slices.push(insertSlice(owners, first, Math.min(first + ROWS_AT_ONCE - 1, rows)));
  await asOwner(ownerUrl, `begin; ${build(slices)} commit;`);
  await asOwner(ownerUrl, "vacuum analyze background_job");
};
