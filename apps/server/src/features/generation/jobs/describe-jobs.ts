import type { PerformerTaskDetail, PerformerTaskItem } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { readClips } from "../../assets/index.ts";
import { openPerformer, type PerformerDeps, rolesOf } from "../../performers/index.ts";
import { toPerformerTaskDetail, toPerformerTaskItem } from "./job.dto.ts";
import type { JobRow } from "./job-details.store.ts";

export interface DescribeDeps extends PerformerDeps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

/** Includes signed URLs of the clips, requested in one batch. */
export const describeJobs = async (
  deps: Pick<DescribeDeps, "db" | "storage" | "clock">,
  actor: Actor,
  rows: readonly JobRow[],
): Promise<PerformerTaskItem[]> => {
  const clips = await readClips(deps, actor, assetsOf(rows));
  return rows.map((row) => toPerformerTaskItem(row, clips));
};

/** Full details; only for a few jobs, because each includes its curl command. */
export const describeJobsFully = async (
  deps: DescribeDeps,
  actor: Actor,
  rows: readonly JobRow[],
): Promise<PerformerTaskDetail[]> => {
  const clips = await readClips(deps, actor, assetsOf(rows));
  return Promise.all(rows.map(async (row) => toPerformerTaskDetail(row, clips, await curlOf(deps, row))));
};

const assetsOf = (rows: readonly JobRow[]): string[] => rows.flatMap((row) => row.asset_id ?? []);

const curlOf = async (deps: DescribeDeps, row: JobRow): Promise<string> => {
  const { adapter, performer } = await openPerformer(deps, row.performer_id, { version: row.performer_version });
  return adapter.toCurl({
    input: row.resolved_input as PerformerTaskDetail["resolved_input"],
    roles: rolesOf(performer.inputSchema),
    ...(row.seed_requested === null ? {} : { seed: Number(row.seed_requested) }),
  });
};
