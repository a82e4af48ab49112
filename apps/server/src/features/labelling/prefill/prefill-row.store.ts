import { type LabelPrefillFault, MAX_PREFILL_FAULTS } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { PrefillRow } from "./parse-prefill.rules.ts";
import type { FilePosition } from "./record-splitter.ts";

const MAX_REASON = 300;

/** A reason may quote the file, the answer or the provider, and JSON columns take no NUL and no half of a character. */
const storable = ({ line, reason }: LabelPrefillFault): LabelPrefillFault => ({
  line,
  reason: reason.replaceAll("\0", "").slice(0, MAX_REASON).toWellFormed(),
});

/** Keeps the first wrong lines or answers; counts all of them. */
export const noteFaults = async (
  tx: Tx,
  id: string,
  count: number,
  faults: readonly LabelPrefillFault[],
): Promise<void> => {
  if (count === 0) return;
  await sql`update label_prefill set rows_wrong = rows_wrong + ${count}, faults = (
      select coalesce(jsonb_agg(fault order by n), '[]') from (
        select fault, n from jsonb_array_elements(faults || ${JSON.stringify(faults.slice(0, MAX_PREFILL_FAULTS).map(storable))}::jsonb)
          with ordinality as listed (fault, n) order by n limit ${MAX_PREFILL_FAULTS}) kept)
    where id = ${id}`.execute(tx);
};

export interface StagedBatch {
  readonly from: FilePosition;
  readonly to: FilePosition;
  /** Of a table. */
  readonly columns: readonly string[] | null;
  readonly rows: readonly PrefillRow[];
  readonly faults: readonly LabelPrefillFault[];
}

/** The rows whose key another line has, as faults. */
const insertRows = async (tx: Tx, id: string, rows: readonly PrefillRow[]): Promise<LabelPrefillFault[]> => {
  if (rows.length === 0) return [];
  const { rows: inserted } = await sql<{ line: number }>`
    insert into label_prefill_row (prefill_id, item_key, line, field_values, score, end_us)
    select ${id}, item_key, line, field_values::jsonb, score, end_us
    from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ line }) => line)}::integer[],
      ${rows.map(({ values }) => JSON.stringify(values))}::text[], ${rows.map(({ score }) => score)}::real[],
      ${rows.map(({ endUs }) => endUs)}::bigint[]) as read (item_key, line, field_values, score, end_us)
    on conflict do nothing returning line`.execute(tx);
  const kept = new Set(inserted.map(({ line }) => line));
  const repeated = rows.filter(({ line }) => !kept.has(line));
  if (repeated.length === 0) return [];
  const { rows: first } = await sql<{ item_key: string; line: number }>`select item_key, line from label_prefill_row
    where prefill_id = ${id} and item_key = any(${repeated.map(({ key }) => key)}::text[])`.execute(tx);
  const lineOf = new Map(first.map(({ item_key, line }) => [item_key, line]));
  return repeated.map(({ key, line }) => ({ line, reason: `the key is on line ${lineOf.get(key)} already` }));
};

/** Stores a batch if the file was read up to where it begins; returns false otherwise, or when the file is over. */
export const stageRows = (db: Db, id: string, { from, to, columns, rows, faults }: StagedBatch): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const locked = await sql`select from label_prefill where id = ${id} and status = 'Running'
      and bytes_read = ${from.bytes} for no key update`.execute(tx);
    if (locked.rows.length === 0) return false;
    const repeated = await insertRows(tx, id, rows);
    const wrong = [...faults, ...repeated].toSorted((a, b) => a.line - b.line);
    await sql`update label_prefill set bytes_read = ${to.bytes}, lines_read = ${to.lines},
        columns = ${columns && [...columns]}::text[], rows_read = rows_read + ${rows.length - repeated.length}
      where id = ${id}`.execute(tx);
    await noteFaults(tx, id, wrong.length, wrong);
    return true;
  });

/** Items that one transaction compares and locks: a claim passes over them meanwhile. */
const RANGE = 2_000;

export type AppliedRange = "more" | "all" | "over" | "closed";

interface RangeRow {
  readonly task_id: string;
  readonly items_read: number;
  readonly items_total: number;
  readonly is_open: boolean;
}

interface OutcomeRow {
  readonly applied: number;
  readonly skipped: number;
  readonly found: number;
  readonly too_long: number[];
}

/** By the primary key, one lookup for each item: a plan that reads all rows for each range would never end. */
const rowOf = (id: string) => sql`cross join lateral (
  select r.item_key as found_key, r.line, r.field_values, r.score, r.end_us from label_prefill_row r
  where r.prefill_id = ${id} and r.item_key = i.item_key limit 1) r`;

/**
 * Prefills the next items that have a row, unless somebody has labelled or holds them. The rows are locked first, in the
 * order of all acts on items, so that nobody is given an item whose values change meanwhile.
 */
export const applyNextRange = (db: Db, id: string): Promise<AppliedRange> =>
  db.transaction().execute(async (tx) => {
    const locked = await sql<RangeRow>`select p.task_id, p.items_read, t.items_total,
        t.status in ('Open', 'Paused') and t.deleted_at is null as is_open
      from label_prefill p join label_task t on t.id = p.task_id
      where p.id = ${id} and p.status = 'Running' for no key update of p`.execute(tx);
    const [range] = locked.rows;
    if (!range) return "over";
    if (!range.is_open) return "closed";
    const { task_id: taskId, items_read: after, items_total: total } = range;
    if (after >= total) return "all";
    const last = Math.min(after + RANGE, total);
    const items = sql`label_item i ${rowOf(id)}
      where i.task_id = ${taskId} and i.seq > ${after} and i.seq <= ${last}`;
    await sql`select from ${items} order by i.seq for no key update of i`.execute(tx);
    const { rows } = await sql<OutcomeRow>`
      with hit as (
        select i.seq, i.item_key, r.line, r.field_values, r.score,
          case when i.done + i.leased > 0 then 'skipped' when r.end_us > i.duration_us then 'too_long' else 'applied' end as outcome
        from ${items}
      ), changed as (
        update label_item i set prefill = coalesce(i.prefill, '{}') || hit.field_values, prefill_score = hit.score,
          prefill_id = ${id}
        from hit where i.task_id = ${taskId} and i.seq = hit.seq and hit.outcome = 'applied'
      ), marked as (
        update label_prefill_row r set is_found = true from hit
        where r.prefill_id = ${id} and r.item_key = hit.item_key and not r.is_found returning 1
      )
      select count(*) filter (where outcome = 'applied')::int as applied,
        count(*) filter (where outcome = 'skipped')::int as skipped, (select count(*)::int from marked) as found,
        coalesce(jsonb_agg(line order by line) filter (where outcome = 'too_long'), '[]') as too_long
      from hit`.execute(tx);
    const {
      applied,
      skipped,
      found,
      too_long: tooLong,
    } = rows[0] ?? { applied: 0, skipped: 0, found: 0, too_long: [] };
    await sql`update label_prefill set items_read = ${last}, applied = applied + ${applied}, skipped = skipped + ${skipped},
        rows_found = rows_found + ${found}
      where id = ${id}`.execute(tx);
    const faults = tooLong.map((line) => ({ line, reason: "a segment ends after the clip" }));
    await noteFaults(tx, id, faults.length, faults);
    return "more";
  });

const PAGE = 50_000;

interface UnknownPage {
  readonly last: string | null;
  readonly read: number;
  readonly lines: number[];
}

/** The first lines whose key no item of the task has, read in pages. */
const listUnknownLines = async (db: Db, id: string, signal: AbortSignal): Promise<number[]> => {
  let lines: number[] = [];
  for (let after = ""; ; ) {
    signal.throwIfAborted();
    const { rows } = await sql<UnknownPage>`
      with page as (
        select item_key, line, is_found from label_prefill_row
        where prefill_id = ${id} and item_key > ${after} order by item_key limit ${PAGE}
      )
      select max(item_key) as last, count(*)::int as read, coalesce((select jsonb_agg(line order by line) from (
          select line from page where not is_found order by line limit ${MAX_PREFILL_FAULTS}) first), '[]') as lines
      from page`.execute(db);
    const [page] = rows;
    lines = [...lines, ...(page?.lines ?? [])].toSorted((a, b) => a - b).slice(0, MAX_PREFILL_FAULTS);
    if (!page?.last || page.read < PAGE) return lines;
    after = page.last;
  }
};

/** Counts the lines whose key no item has, names the first of them, and ends the work. */
export const finishPrefill = async (db: Db, id: string, at: Date, signal: AbortSignal): Promise<void> => {
  const { rows } = await sql<{ unknown: number }>`select rows_read - rows_found as unknown from label_prefill
    where id = ${id} and status = 'Running'`.execute(db);
  const unknown = rows[0]?.unknown;
  if (unknown === undefined) return;
  const lines = unknown > 0 ? await listUnknownLines(db, id, signal) : [];
  const faults = lines.map((line) => ({ line, reason: "the task has no item with this key" }));
  await db.transaction().execute(async (tx) => {
    const ended = await sql`update label_prefill set status = 'Finished', finished_at = ${at}
      where id = ${id} and status = 'Running' returning id`.execute(tx);
    if (ended.rows.length > 0) await noteFaults(tx, id, unknown, faults);
  });
};

/** Deletes some rows of a file that is over, and the few questions to a model; returns how many rows. */
export const deleteSomeRows = async (db: Db, id: string, most: number): Promise<number> => {
  await sql`delete from label_prefill_question where prefill_id = ${id}`.execute(db);
  const { numAffectedRows = 0n } = await sql`delete from label_prefill_row where ctid in (
    select ctid from label_prefill_row where prefill_id = ${id} limit ${most})`.execute(db);
  return Number(numAffectedRows);
};
