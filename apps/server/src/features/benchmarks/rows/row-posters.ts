import { z } from "zod";
import type { Actor } from "../../../actor.ts";
import { listReferencedAssets, readClips } from "../../assets/index.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import type { RowFields, RowRecord } from "./row.store.ts";

const assetId = z.uuid();

/** Inputs that may be assets. */
export const listAssetInputs = (rows: readonly RowFields[]): string[] => {
  const values = rows.flatMap(({ inputs }) => Object.values(inputs));
  return [...new Set(values.flatMap((value) => (assetId.safeParse(value).success ? [String(value)] : [])))];
};

/**
 * Signs the posters of the images and clips of rows, by row and input. Only assets that the benchmark references have one:
 * an id that the author of a row could not read stays a mere text.
 */
export const createPosters = async (
  deps: Pick<BenchmarksDeps, "db" | "storage" | "clock">,
  actor: Actor,
  taskId: string,
  rows: readonly RowRecord[],
): Promise<(row: RowRecord) => Record<string, string>> => {
  const wanted = listAssetInputs(rows);
  const shared = await listReferencedAssets(deps.db, { kind: "task", refId: taskId }, wanted);
  const clips = shared.length > 0 ? await readClips(deps, actor, shared) : new Map<string, never>();
  return ({ inputs }) =>
    Object.fromEntries(
      Object.entries(inputs).flatMap(([key, value]) => {
        const poster = typeof value === "string" ? clips.get(value)?.poster : undefined;
        return poster ? [[key, poster]] : [];
      }),
    );
};
