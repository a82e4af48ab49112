import { MAX_HITS_PER_KIND, type SearchHit, type SearchKind } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { escapeLike } from "../../platform/db/like-pattern.ts";

/** Names read from each index before ranking; it bounds the cost of words that are in almost every name. */
const MAX_BY_PREFIX = 50;
const MAX_BY_PART = 500;
/** A word that is in many names is in enough of the newest ones. */
const NEWEST_SCANNED = 1_000;
/** Trigrams cannot find a shorter part of a name. */
const MIN_PART_LENGTH = 3;

interface Source {
  readonly table: RawBuilder<unknown>;
  /** As the condition of the partial indexes is written, so that the planner can use them. */
  readonly condition: RawBuilder<unknown>;
  /** The indexed text in lower case; several names are separated by a line break. */
  readonly folded: RawBuilder<unknown>;
  /** What is indexed by its beginning, if not all of it. */
  readonly beginning?: RawBuilder<unknown>;
  readonly newestFirst: RawBuilder<unknown>;
  /** A number that grows with time, to order equally good matches of one kind. */
  readonly newness: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly title: RawBuilder<unknown>;
  readonly note: RawBuilder<unknown>;
}

/** External users find the tasks they own or were added to; internal users find every task. */
const visibleTasks = ({ isExternal, userId }: Actor): RawBuilder<unknown> =>
  isExternal
    ? sql`(owner_id = ${userId} or id in (select task_id from task_member where user_id = ${userId}))`
    : sql`true`;

/** A task shows its name and kind only: the names of its models could unblind a rater. */
const sourceOf = (kind: SearchKind, actor: Actor): Source => {
  switch (kind) {
    case "task":
      return {
        table: sql`console_task`,
        condition: sql`deleted_at is null and archived_at is null and ${visibleTasks(actor)}`,
        folded: sql`folded_name`,
        newestFirst: sql`updated_at desc, id`,
        newness: sql`extract(epoch from updated_at)`,
        id: sql`id::text`,
        title: sql`name`,
        note: sql`kind`,
      };
    case "dataset":
      return {
        table: sql`dataset`,
        condition: sql`deleted_at is null`,
        folded: sql`lower(name)`,
        newestFirst: sql`updated_at desc, id`,
        newness: sql`extract(epoch from updated_at)`,
        id: sql`id::text`,
        title: sql`name`,
        note: sql`kind`,
      };
    case "package":
      return {
        table: sql`package`,
        condition: sql`status <> 'Deleted'`,
        folded: sql`lower(name)`,
        newestFirst: sql`created_at desc, id desc`,
        newness: sql`extract(epoch from created_at)`,
        id: sql`id::text`,
        title: sql`name || '@' || number`,
        note: sql`format`,
      };
    case "asset":
      return {
        table: sql`asset`,
        condition: sql`status <> 'Deleted' and origin = 'upload'`,
        folded: sql`folded_name`,
        newestFirst: sql`created_at desc, id desc`,
        newness: sql`extract(epoch from created_at)`,
        id: sql`id::text`,
        title: sql`name`,
        note: sql`kind`,
      };
    case "console_user":
      return {
        table: sql`console_user`,
        condition: sql`true`,
        folded: sql`search_text`,
        newestFirst: sql`created_at desc, id`,
        newness: sql`extract(epoch from created_at)`,
        id: sql`id::text`,
        title: sql`coalesce(nullif(realname, ''), username::text)`,
        note: sql`email::text`,
      };
    case "end_user":
      return {
        table: sql`end_user`,
        condition: sql`true`,
        folded: sql`lower(email::text || chr(10) || name)`,
        beginning: sql`lower(email::text)`,
        newestFirst: sql`id desc`,
        newness: sql`id`,
        id: sql`email::text`,
        title: sql`email::text`,
        note: sql`name`,
      };
    case "setting":
      return {
        table: sql`config_item`,
        condition: sql`not is_archived`,
        folded: sql`key`,
        newestFirst: sql`updated_at desc, key`,
        newness: sql`extract(epoch from updated_at)`,
        id: sql`key`,
        title: sql`key`,
        note: sql`description`,
      };
  }
};

/** Everything between words becomes a space, so that "beta" begins a word in "alpha-beta". */
const asWords = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`translate(${text}, E'-_./@:\n', '       ')`;

const rankOf = (folded: RawBuilder<unknown>, words: string): RawBuilder<unknown> => sql`case
  when strpos(chr(10) || ${folded} || chr(10), chr(10) || lower(${words}) || chr(10)) > 0 then 0
  when strpos(chr(10) || ${folded}, chr(10) || lower(${words})) > 0 then 1
  when strpos(' ' || ${asWords(folded)}, ' ' || ${asWords(sql`lower(${words})`)}) > 0 then 2
  else 3 end`;

/** The beginning of a word, for parts that are too short for trigrams. */
const startsAWord = (folded: RawBuilder<unknown>, like: string): RawBuilder<unknown> =>
  sql`(${folded} like lower(${`${like}%`}) or ${folded} like lower(${`% ${like}%`})
    or ${folded} like lower(${`%\n${like}%`}))`;

interface Found extends SearchHit {
  readonly newness: number;
}

const columnsOf = ({ id, title, note, folded, newness }: Source, kind: SearchKind, words: string) =>
  sql`${kind}::text as kind, ${id} as id, ${title} as title, ${note} as note, ${rankOf(folded, words)} as rank,
    (${newness})::float8 as newness`;

/** Names that begin with the words, and those of the newest names that contain them. */
export const nearestNames = (kinds: readonly SearchKind[], actor: Actor, words: string): RawBuilder<Found> => {
  const like = escapeLike(words);
  const selects = kinds.flatMap((kind) => {
    const source = sourceOf(kind, actor);
    const { table, condition, folded, beginning = folded, newestFirst } = source;
    return [
      sql`(select ${columnsOf(source, kind, words)} from ${table}
        where ${condition} and ${beginning} like lower(${`${like}%`})
        order by ${beginning} using ~<~ limit ${MAX_BY_PREFIX})`,
      sql`(select ${columnsOf(source, kind, words)} from
        (select * from ${table} where ${condition} order by ${newestFirst} limit ${NEWEST_SCANNED}) newest
        where ${folded} like lower(${`%${like}%`}) limit ${MAX_HITS_PER_KIND})`,
    ];
  });
  return sql<Found>`${sql.join(selects, sql` union all `)}`;
};

/** Any names that contain the words; by the beginnings of their words if that is too short for trigrams. */
export const otherNames = (kinds: readonly SearchKind[], actor: Actor, words: string): RawBuilder<Found> => {
  const like = escapeLike(words);
  const isLong = [...words].length >= MIN_PART_LENGTH;
  const selects = kinds.map((kind) => {
    const source = sourceOf(kind, actor);
    const { table, condition, folded } = source;
    const part = isLong ? sql`${folded} like lower(${`%${like}%`})` : startsAWord(folded, like);
    return sql`(select ${columnsOf(source, kind, words)} from ${table} where ${condition} and ${part}
      limit ${MAX_BY_PART})`;
  });
  return sql<Found>`${sql.join(selects, sql` union all `)}`;
};

const bestFirst = (one: Found, other: Found): number => one.rank - other.rank || other.newness - one.newness;

/** The best of each kind, without the names that both scans found. */
const bestOf = (found: readonly Found[]): Found[] => {
  const once = new Map(found.map((hit) => [`${hit.kind} ${hit.id}`, hit]));
  const counts = new Map<SearchKind, number>();
  return [...once.values()].sort(bestFirst).filter(({ kind }) => {
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return count < MAX_HITS_PER_KIND;
  });
};

/**
 * Allows only ordered index scans or only bitmap scans, which alone read trigrams, until the transaction ends. For common
 * words the planner would rather read the whole table, and compiling a statement takes longer than running it.
 */
export const usePlans = async (tx: Tx, { index }: { index: boolean }): Promise<void> => {
  const plans = { seqscan: false, indexscan: index, indexonlyscan: index, bitmapscan: !index };
  const settings = Object.entries(plans).map(([plan, isOn]) => sql`('enable_' || ${plan}, ${isOn ? "on" : "off"})`);
  await sql`select set_config(name, value, true)
    from (values ('jit', 'off'), ${sql.join(settings)}) plans (name, value)`.execute(tx);
};

/**
 * Two statements at most: the second only for kinds of which the first found too few. Both read a bounded number of rows of
 * each kind, and only through indexes.
 */
export const searchNames = (
  db: Db,
  kinds: readonly SearchKind[],
  actor: Actor,
  words: string,
): Promise<readonly SearchHit[]> =>
  db.transaction().execute(async (tx) => {
    await usePlans(tx, { index: true });
    const nearest = (await nearestNames(kinds, actor, words).execute(tx)).rows;
    const best = bestOf(nearest);
    const lacking = kinds.filter((kind) => best.filter((hit) => hit.kind === kind).length < MAX_HITS_PER_KIND);
    if (lacking.length === 0) return best.map(toHit);
    await usePlans(tx, { index: false });
    const others = (await otherNames(lacking, actor, words).execute(tx)).rows;
    return bestOf([...nearest, ...others]).map(toHit);
  });

const toHit = ({ newness: _newness, ...hit }: Found): SearchHit => hit;
