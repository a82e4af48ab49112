// A long audit log, written directly into the tables. Its hashes form no chain, which lists do not check.
import { asOwner } from "../../../apps/server/src/testing/template-database.ts";

export interface HistorySize {
  readonly entries: number;
  readonly operators: number;
}

const TYPES = ["Grant_credits", "Void_grant", "Request_grant", "Approve_grant", "Audit_favorite"] as const;
export const OPERATOR = "operator7";
export const TYPE = TYPES[1];
const START = "timestamptz '2024-01-01T00:00:00Z'";
const SPAN_S = (Date.UTC(2026, 10) - Date.UTC(2024, 0)) / 1_000;
const FAST = "set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off;";

const operatorOf = (operators: number): string => `'operator' || (s - 1) % ${operators}`;
const typeOf = (operators: number): string =>
  `(array['${TYPES.join("', '")}'])[(s - 1) / ${operators} % ${TYPES.length} + 1]`;
const timeOf = (entries: number): string =>
  `date_trunc('milliseconds', ${START} + s * interval '${(SPAN_S / (entries + 1)).toFixed(6)} seconds')`;

const writeEntries = ({ entries, operators }: HistorySize): string => `
  insert into operation (seq, at, user_name, op_type, subjects, meta, reason, request_id, source, previous_hash, hash, result)
  select s, ${timeOf(entries)}, ${operatorOf(operators)}, ${typeOf(operators)}, array['end_user:' || s % 10000],
    jsonb_build_object('target', 'user' || s % 10000 || '@example.com', 'amount', 100, 'lot', s,
      'before', jsonb '{"available": 0}', 'after', jsonb '{"available": 100}'),
    'asked for by a customer', md5(s::text), 'server', sha256(int8send(s - 1)), sha256(int8send(s)), 'ok'
  from generate_series(1::bigint, ${entries}) s;
  update operation_head set seq = ${entries}, hash = sha256(int8send(${entries})),
    at = (select max(at) from operation where seq = ${entries});`;

/** Operators and types alternate, so that each one's counts are known without counting. */
const listEntries = ({ entries, operators }: HistorySize): string => `
  alter table operation_listing drop constraint operation_listing_pkey, drop constraint operation_listing_list_seq_key,
    drop constraint operation_listing_seq_fkey;
  insert into operation_listing (list, position, seq)
  select x.list, x.position, s
  from generate_series(1::bigint, ${entries}) s, lateral (values
    ('user:' || ${operatorOf(operators)}, (s - 1) / ${operators} + 1),
    ('type:' || ${typeOf(operators)}, (s - 1) / ${operators * TYPES.length} * ${operators} + (s - 1) % ${operators} + 1),
    ('both:' || ${typeOf(operators)} || ':' || ${operatorOf(operators)}, (s - 1) / ${operators * TYPES.length} + 1)
  ) x (list, position);
  alter table operation_listing add primary key (list, position), add unique (list, seq),
    add foreign key (seq) references operation (seq) not valid;
  insert into operation_listing_size (list, size) select list, max(position) from operation_listing group by list;`;

export const fillHistory = async (ownerUrl: string, size: HistorySize): Promise<void> => {
  await asOwner(ownerUrl, FAST + writeEntries(size));
  await asOwner(ownerUrl, FAST + listEntries(size));
};
