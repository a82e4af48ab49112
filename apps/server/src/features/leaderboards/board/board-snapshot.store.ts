import type { Aggregation, Board } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { StoredObjects } from "../../../platform/s3/stored-objects.ts";
import type { ComputedPart, KeptBoard } from "./describe-board.ts";

interface SnapshotRow {
  readonly id: string;
  readonly hash: Buffer;
  readonly votes: bigint;
  readonly made_by: string;
  readonly made_at: Date;
  readonly reason: string;
}

export interface SnapshotFacts {
  readonly facts: NonNullable<Board["snapshot"]>;
  readonly votes: number;
}

const toFacts = (row: SnapshotRow): SnapshotFacts => ({
  facts: {
    id: row.id,
    hash: row.hash.toString("hex"),
    made_at: row.made_at.toISOString(),
    made_by: row.made_by,
    reason: row.reason,
  },
  votes: Number(row.votes),
});

const FACTS = ["id", "hash", "votes", "made_by", "made_at", "reason"] as const;

/** Newest first; not paginated, because tasks are closed only a few times. */
export const listSnapshotFacts = async (db: Db, taskId: string): Promise<SnapshotFacts[]> => {
  const rows = await db
    .selectFrom("board_snapshot")
    .select(FACTS)
    .where("task_id", "=", taskId)
    .orderBy("made_at", "desc")
    .orderBy("id", "desc")
    .limit(1_000)
    .execute();
  return rows.map(toFacts);
};

/** The newest snapshot of exactly these inputs. */
export const findSnapshotOf = async (
  db: Db,
  { task_id, aggregation, method }: ComputedPart,
): Promise<SnapshotFacts | undefined> => {
  const row = await db
    .selectFrom("board_snapshot")
    .select(FACTS)
    .where("task_id", "=", task_id)
    .where(sql<boolean>`boards #>> array[${aggregation}, 'board', 'method', 'input_hash'] = ${method.input_hash}`)
    .orderBy("made_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toFacts(row);
};

export interface FoundSnapshot extends SnapshotFacts {
  readonly board: ComputedPart;
  readonly objectKey: string;
}

type Stored = ComputedPart & {
  readonly informed?: ComputedPart["informed"];
  readonly needed: readonly Partial<ComputedPart["needed"][number]>[];
};

/** A snapshot is never changed; one from before these fields existed has no intervals and only blind judgements. */
const withNewFields = (stored: Stored): ComputedPart => ({
  ...stored,
  axes: stored.axes.map((axis) => ({
    ...axis,
    parts: axis.parts.map((part) => ({ ...part, intervals: part.intervals ?? part.values.map(() => null) })),
  })),
  categories: stored.categories.map((one) => ({ ...one, intervals: one.intervals ?? one.scores.map(() => null) })),
  needed: stored.needed.filter(({ tell }) => tell !== undefined) as ComputedPart["needed"],
  informed: stored.informed ?? { owner: 0, member: 0, viewer: 0, is_counted: false },
});

/** Leaves out the prompts, which are as many as the task has. */
export const findSnapshot = async (
  db: Db,
  taskId: string,
  { id, aggregation }: { readonly id: string; readonly aggregation: Aggregation },
): Promise<FoundSnapshot | undefined> => {
  const row = await db
    .selectFrom("board_snapshot")
    .select([...FACTS, "object_key"])
    .select(sql<ComputedPart>`boards #> array[${aggregation}, 'board']`.as("board"))
    .where("task_id", "=", taskId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { ...toFacts(row), board: withNewFields(row.board), objectKey: row.object_key };
};

export const findSnapshotPrompts = async (
  db: Db,
  taskId: string,
  { id, aggregation }: { readonly id: string; readonly aggregation: Aggregation },
): Promise<KeptBoard["prompts"] | undefined> => {
  const row = await db
    .selectFrom("board_snapshot")
    .select(sql<KeptBoard["prompts"]>`boards #> array[${aggregation}, 'prompts']`.as("prompts"))
    .where("task_id", "=", taskId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.prompts;
};

export const hasSnapshot = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom("board_snapshot").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

export interface NewSnapshot {
  readonly id: string;
  readonly taskId: string;
  readonly hash: string;
  readonly objectKey: string;
  readonly boards: Readonly<Record<Aggregation, KeptBoard>>;
  readonly votes: number;
  readonly madeBy: string;
  readonly reason: string;
  readonly at: Date;
}

/** Whether the row was inserted now. */
export const insertSnapshot = async (tx: Tx, snapshot: NewSnapshot): Promise<boolean> => {
  const row = await tx
    .insertInto("board_snapshot")
    .values({
      id: snapshot.id,
      task_id: snapshot.taskId,
      hash: Buffer.from(snapshot.hash, "hex"),
      object_key: snapshot.objectKey,
      boards: JSON.stringify(snapshot.boards),
      votes: BigInt(snapshot.votes),
      made_by: snapshot.madeBy,
      reason: snapshot.reason,
      made_at: snapshot.at,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

export const boardSnapshotFiles: StoredObjects = {
  what: "leaderboard snapshot",
  bucket: "assets",
  identity: ["id"],
  rows: sql`select id, array[object_key] as keys, null::bigint as size_bytes, null::text as sha256 from board_snapshot`,
};

export interface SnapshotFile {
  readonly id: string;
  readonly objectKey: string;
  readonly hash: string;
}

/** The next ones in the order of their ids. */
export const listSnapshotFiles = async (db: Db, after: string | undefined, limit: number): Promise<SnapshotFile[]> => {
  const { rows } = await sql<SnapshotFile>`
    select id, object_key as "objectKey", encode(hash, 'hex') as hash from board_snapshot
    where ${after ?? null}::uuid is null or id > ${after ?? null}::uuid order by id limit ${limit}`.execute(db);
  return rows;
};
