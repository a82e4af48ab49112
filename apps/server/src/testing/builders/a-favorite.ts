import type { ServiceFile } from "@dailies/contract";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";

export interface EndUserOptions {
  readonly email: string;
  readonly hasConsented?: boolean;
  readonly status?: string;
}

export const anEndUser = async (db: Db, { email, hasConsented = true, status = "active" }: EndUserOptions) => {
  const at = new Date();
  const { id } = await db
    .insertInto("end_user")
    .values({ email, status, has_consented: hasConsented, created_at: at, seen_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

/** A project with this many tasks, each with one clip. */
export const aProject = async (db: Db, userId: bigint, tasks: number): Promise<{ id: string; taskIds: string[] }> => {
  const id = `p-${newId()}`;
  const at = new Date();
  const common = { created_at: at, told_at: at };
  await db
    .insertInto("project")
    .values({ ...common, id, user_id: userId, seq: 1n, name: "Sea", task_count: BigInt(tasks), last_activity_at: at })
    .execute();
  const clip: ServiceFile = {
    kind: "video",
    object_key: `product/${id}/clip.mp4`,
    poster_key: `product/${id}/poster.webp`,
    mime: "video/mp4",
    width: 640,
    height: 360,
    duration_s: 4,
  };
  const taskIds = Array.from({ length: tasks }, (_, index) => `${id.slice(0, 40)}-t${index + 1}`);
  const rows = taskIds.map((taskId, index) => ({
    ...common,
    id: taskId,
    project_id: id,
    seq: BigInt(index + 1),
    type: "t2v",
    status: "succeeded",
    model: "sea-2",
    prompt: `a wave ${index + 1}`,
    inputs: "[]",
    outputs: JSON.stringify([clip]),
    params: '{"steps":30}',
    seed: 42n,
  }));
  if (rows.length > 0) await db.insertInto("project_task").values(rows).execute();
  return { id, taskIds };
};

export interface FavoriteOptions {
  readonly userId: bigint;
  readonly seq: number;
  readonly at: Date;
  readonly taskId?: string;
  readonly projectId?: string;
  readonly source?: string;
  readonly assetsType?: string;
  readonly isRemoved?: boolean;
}

export const aFavorite = async (db: Db, options: FavoriteOptions): Promise<string> => {
  const id = newId();
  const { userId, seq, at, taskId, projectId, source = "explore", assetsType = "video", isRemoved = false } = options;
  await db
    .insertInto("favorite")
    .values({
      id,
      user_id: userId,
      seq: BigInt(seq),
      source,
      assets_type: assetsType,
      visibility: "public",
      task_id: taskId ?? null,
      project_id: projectId ?? null,
      output_index: taskId ? 0 : null,
      favorited_at: at,
      told_at: at,
      removed_at: isRemoved ? at : null,
    })
    .execute();
  return id;
};
