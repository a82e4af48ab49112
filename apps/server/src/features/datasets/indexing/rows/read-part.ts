import { findPart, noteItemsSeen, setPartRead } from "../../index-part.store.ts";
import type { Beat, IndexingDeps } from "../indexing-deps.ts";
import { openRun, openSourceOf } from "../runs/open-run.ts";
import { refuseSourceFaults } from "../source-refusal.ts";
import type { PartObject } from "../sources/source.ts";
import { collectRows } from "./collect-rows.ts";
import { readRows } from "./read-rows.ts";
import { putStaged } from "./staged-parts.ts";

const TELL_EVERY_MS = 2_000;

/**
 * Reads one part and stages its rows under a content-derived key. Two workers that read the same part write the same
 * object, so it does not matter which one was superseded.
 */
export const readPart = async (deps: IndexingDeps, runId: string, part: number, beat: Beat): Promise<void> => {
  const opened = await openRun(deps, runId);
  const row = opened && (await findPart(deps.db, runId, part));
  if (!opened || !row || row.items !== null) return;
  const { ref, source } = await openSourceOf(deps, opened.dataset);
  const planned = { objects: row.objects as unknown as PartObject[] };
  const collector = collectRows();
  const { signal } = beat;
  let toldMs = performance.now();
  await refuseSourceFaults(async () => {
    for await (const sample of readRows(ref, source, planned, { readsMedia: deps.readsMedia, signal })) {
      collector.add(sample);
      if (performance.now() - toldMs < TELL_EVERY_MS) continue;
      toldMs = performance.now();
      await beat.check();
      await noteItemsSeen(deps.db, runId, part, collector.count());
    }
  });
  const { bytes, columns, items, faults, durationS, mediaBytes } = collector.finish(source.encodings);
  await putStaged(deps, row.staged_key, bytes);
  await setPartRead(deps.db, runId, part, { items, faults, durationS, bytes: mediaBytes, columns });
};
