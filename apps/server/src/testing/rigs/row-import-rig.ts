import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PerformerInput, RowImport } from "@dailies/contract";
import { afterAll, beforeAll, expect } from "vitest";
import type { RowImportDeps } from "../../features/benchmarks/row-imports/import-dataset-rows.activities.ts";
import { openWorkerReplicas, type Replicas } from "../../features/datasets/index.ts";
import { findLivingRun } from "../../features/datasets/index-run.store.ts";
import { openBenchmarks } from "../../open-benchmarks.ts";
import { createOutgoing } from "../../platform/http-client/outgoing.ts";
import { newId } from "../../platform/ids.ts";
import { createObjectStorage, type ObjectStorage } from "../../platform/s3/object-storage.ts";
import { createMediaJail } from "../../platform/sandbox/media-jail.ts";
import type { OpenBenchmark } from "../builders/a-benchmark.ts";
import type { Caller } from "../builders/a-caller.ts";
import { SOME_INPUTS } from "../builders/a-priced-performer.ts";
import { putMdsSet } from "../builders/a-stored-set.ts";
import { captureLog } from "../captured-log.ts";
import { render } from "../media-samples.ts";
import { type DataRig, indexToEnd } from "./data-rig.ts";
import type { RunningApp } from "./start-app.ts";

const asset = (key: string, role: "image" | "video"): PerformerInput => ({
  key,
  label: key,
  spec: { type: "text" },
  is_required: false,
  role,
});

/** The inputs of a performer that takes an image and a clip. */
export const MEDIA_INPUTS: readonly PerformerInput[] = [
  ...SOME_INPUTS,
  asset("input_reference", "image"),
  asset("source_video", "video"),
];

/** The dependencies of a worker that imports rows. Call it at the top of a test file, after the other rigs. */
export const runImportRig = (
  running: { readonly current: RunningApp },
  rig: { readonly current: DataRig },
  folder: () => string,
): { readonly current: RowImportDeps } => {
  let storage: ObjectStorage | undefined;
  let replicas: Replicas | undefined;
  let deps: RowImportDeps | undefined;
  beforeAll(() => {
    const { config, db, clock, settings } = running.current;
    const { log } = captureLog();
    const outgoing = createOutgoing({ trustedOrigins: [] });
    storage = createObjectStorage(config.s3);
    replicas = openWorkerReplicas({ ...rig.current.data, log, replica: { ...config.replica, folder: folder() } });
    const { bucketReaders, tableReader } = rig.current.data;
    deps = {
      ...openBenchmarks({ db, clock: clock.now, secretKeys: config.secretKeys, storage, outgoing }),
      bucketReaders,
      tableReader,
      replicas,
      settings,
      jail: createMediaJail({ running: 2, waiting: 10 }),
      scratchRoot: config.mediaFolder,
    };
  });
  afterAll(async () => {
    await replicas?.close();
    await storage?.close();
  });
  return {
    get current() {
      if (!deps) throw new Error("the rig is there only while tests run");
      return deps;
    },
  };
};

/** A clip whose frames differ from those of any other number. */
export const renderNumbered = async (folder: string, n: number): Promise<Buffer> => {
  const color = `0x${(n * 2_654_435 + 1_234_567).toString(16).padStart(6, "0").slice(-6)}`;
  const args = [
    "-f",
    "lavfi",
    "-i",
    `color=c=${color}:s=320x180:r=24:d=0.5`,
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
  ];
  return readFile(await render(join(folder, `numbered-${n}.mp4`), [...args, "-pix_fmt", "yuv420p"]));
};

/** An indexed dataset of captions and clips. */
export const aClipDataset = async (
  { db }: RunningApp,
  rig: DataRig,
  owner: Caller,
  options: { readonly samples: number; readonly clip: (n: number) => Uint8Array },
): Promise<string> => {
  const folder = `clips-${newId()}/`;
  await putMdsSet(rig.storage, `${rig.folder}${folder}`, { ...options, sizeLimitBytes: 4_000_000 });
  const body = { uri: rig.uriOf(folder), name: `set ${newId()}`, request_key: newId() };
  const id = String((await owner.post("/api_v1/dataset/create", body)).body.id);
  expect(await indexToEnd(rig, (await findLivingRun(db, id))?.id ?? "")).toBe("published");
  return id;
};

export const importsOf = async (benchmark: OpenBenchmark): Promise<RowImport[]> =>
  (await benchmark.get("row_imports")).body.items as RowImport[];
