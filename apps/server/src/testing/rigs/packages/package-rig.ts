import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { PackageDetail } from "@dailies/contract";
import { afterAll, beforeAll } from "vitest";
import { closePackage, finishPackage } from "../../../features/packages/finishing/finish-package.ts";
import { verifyShards } from "../../../features/packages/finishing/verify-shards.ts";
import { packageFolder } from "../../../features/packages/package.rules.ts";
import { openItemLists } from "../../../features/packages/planning/item-list.ts";
import { planPackage } from "../../../features/packages/planning/plan-package.ts";
import { listWaitingShards } from "../../../features/packages/writing/shard.store.ts";
import type { PackageRunDeps } from "../../../features/packages/writing/write-package.activities.ts";
import { writeShard } from "../../../features/packages/writing/write-shard.ts";
import { newId } from "../../../platform/ids.ts";
import type { Caller } from "../../builders/a-caller.ts";
import { someDataset } from "../../builders/a-label-task.ts";
import type { ItemTableInput, MadeItem } from "../../builders/an-item-table.ts";
import { type DataRig, openRigReplicas } from "../data-rig.ts";
import type { RunningApp } from "../start-app.ts";

export const never = (): AbortSignal => new AbortController().signal;

export interface PackageRig extends PackageRunDeps {
  /** Names in the folder of a package. */
  readonly namesOf: (packageId: string) => Promise<string[]>;
  readonly readObject: (key: string) => Promise<Buffer>;
}

const LIST_BYTES = 64 * 1024 ** 2;

/** Dependencies of writing packages on the running engines. Call it at the top of a test file, after the data rig. */
export const runPackageRig = (
  running: { readonly current: RunningApp },
  data: { readonly current: DataRig },
): { readonly current: PackageRig } => {
  let rig: PackageRig | undefined;
  let opened: Awaited<ReturnType<typeof openRigReplicas>> | undefined;
  let scratchRoot = "";
  beforeAll(async () => {
    const { data: own, storage, clock, db } = data.current;
    opened = await openRigReplicas(data.current, running.current);
    scratchRoot = await mkdtemp(join(tmpdir(), "dailies-packages-"));
    const readObject = async (key: string): Promise<Buffer> => buffer(await storage.getObject(key));
    const namesOf = async (packageId: string): Promise<string[]> => {
      const folder = packageFolder(packageId);
      return (await storage.listObjects(folder, { limit: 1_000 })).map(({ key }) => key.slice(folder.length));
    };
    const lists = openItemLists(storage, LIST_BYTES);
    const { bucketReaders, stores, tableReader } = own;
    const { replicas } = opened;
    rig = {
      db,
      clock,
      storage,
      bucketReaders,
      stores,
      replicas,
      tableReader,
      lists,
      scratchRoot,
      commit: "test",
      readObject,
      namesOf,
    };
  });
  afterAll(async () => {
    if (!rig) return;
    for (const { id } of await rig.db.selectFrom("package").select("id").execute()) {
      const folder = packageFolder(id);
      await rig.storage.deleteObjects((await rig.namesOf(id)).map((name) => folder + name));
    }
    await opened?.close();
    await rm(scratchRoot, { recursive: true });
  });
  return {
    get current() {
      if (!rig) throw new Error("the rig is there only while tests run");
      return rig;
    },
  };
};

/** Runs the workflow's steps in sequence, without Temporal. */
export const writeToEnd = async (rig: PackageRig, packageId: string): Promise<void> => {
  if ((await planPackage(rig, packageId, never())) === "over") return;
  for (const shard of await listWaitingShards(rig.db, packageId, 10_000))
    await writeShard(rig, { packageId, shard }, never());
  const count = await closePackage(rig, packageId);
  const fault = await verifyShards(rig, { packageId, from: 0, count }, never());
  if (fault !== null) throw new Error(fault);
  await finishPackage(rig, packageId);
};

export const MDS_COLUMNS = [
  { source: "key", name: "key" },
  { source: "caption", name: "caption" },
  { source: "$media", name: "video" },
  { source: "score", name: "score" },
  { source: "seen", name: "seen" },
];

const CLIPS_PER_OBJECT = 10;

/** A dataset of numbered items whose clips lie one after the other in objects of the rig's folder. */
export const aClipDataset = async (
  rig: DataRig,
  owner: Caller,
  {
    samples,
    clipOf,
    item = () => ({}),
    vectorOf,
  }: {
    readonly samples: number;
    readonly clipOf: (n: number) => Buffer;
    readonly item?: (n: number) => MadeItem;
    readonly vectorOf?: ItemTableInput["vectorOf"];
  },
): Promise<{ readonly datasetId: string; readonly objectOf: (n: number) => string }> => {
  const folder = `${rig.folder}clips-${newId()}/`;
  const objectOf = (n: number): string => `${folder}${Math.floor(n / CLIPS_PER_OBJECT)}.bin`;
  const items: MadeItem[] = [];
  for (let first = 0; first < samples; first += CLIPS_PER_OBJECT) {
    let offset = 0;
    const clips: Buffer[] = [];
    for (let n = first; n < Math.min(samples, first + CLIPS_PER_OBJECT); n++) {
      const clip = clipOf(n);
      const media = { object: objectOf(n), media_offset: offset, media_bytes: clip.length, media_type: "video/mp4" };
      const shape = { duration_s: 2 + (n % 5), width: 640, height: 360, fps: 24, frames: 48 + 24 * (n % 5) };
      const own = { score: n / 8, seen: n * 3, is_ok: n % 2 === 0, made_at: "2026-01-02T03:04:05.678Z" };
      items.push({ ...media, ...shape, ...own, caption: `clip number ${n}`, ...item(n) });
      clips.push(clip);
      offset += clip.length;
    }
    await rig.storage.putObject(objectOf(first), Buffer.concat(clips), { contentType: "application/octet-stream" });
  }
  const { datasetId } = await someDataset(rig, owner, items, vectorOf);
  return { datasetId, objectOf };
};

/** A view of all items of a dataset, or of some. */
export const aView = async (owner: Caller, datasetId: string, more: object = {}): Promise<string> => {
  const body = { name: `view ${newId()}`, request_key: newId(), ...more };
  return String((await owner.post(`/api_v1/dataset/${datasetId}/view`, body)).body.id);
};

export const aPackage = async (
  owner: Caller,
  viewId: string,
  { settings = {}, ...more }: { settings?: object; name?: string; request_key?: string } = {},
): Promise<PackageDetail> => {
  const answer = await owner.post("/api_v1/package/create", {
    name: `package ${newId()}`,
    view_id: viewId,
    request_key: newId(),
    settings: { format: "MDS", columns: MDS_COLUMNS, shard_bytes: 1024 ** 2, ...settings },
    ...more,
  });
  if (answer.status !== 200) throw new Error(`the package was not created: ${JSON.stringify(answer.body)}`);
  return answer.body as unknown as PackageDetail;
};
