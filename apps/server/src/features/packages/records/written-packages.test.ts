import type { PackageComparison, PackageDetail } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import {
  aClipDataset,
  aPackage,
  aView,
  never,
  runPackageRig,
  writeToEnd,
} from "../../../testing/rigs/packages/package-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { compareLists } from "./comparison/compare-lists.ts";

const running = runApp();
const data = runDataRig(running);
const rig = runPackageRig(running, data);
const API = "/api_v1/package";
let ada: Caller;
let datasetId = "";
let viewId = "";
let packageId = "";

beforeAll(async () => {
  ada = await aCaller(running.current);
  const clipOf = (n: number): Buffer => Buffer.alloc(1_000 + n, n + 1);
  ({ datasetId } = await aClipDataset(data.current, ada, { samples: 40, clipOf }));
  viewId = await aView(ada, datasetId, { order_by: "-seen" });
  packageId = await write(viewId);
});

const write = async (view: string): Promise<string> => {
  const { id } = await aPackage(ada, view);
  await writeToEnd(rig.current, id);
  return id;
};
const detail = async (id: string): Promise<PackageDetail> => {
  const { body } = await ada.get(`${API}/detail/${id}`);
  return body as unknown as PackageDetail;
};
const manifest = async (id: string): Promise<Record<string, unknown>> =>
  (await ada.get(`${API}/manifest/${id}`)).body as Record<string, unknown>;

const compare = async (id: string, againstId: string): Promise<PackageComparison> => {
  const request = async () =>
    (await ada.post(`${API}/compare/${id}`, { against_id: againstId })).body as unknown as PackageComparison;
  const deps = { ...rig.current, memoryBytes: 256 * 1024 ** 2, threads: 1, log: captureLog().log };
  await compareLists(deps, (await request()).id, never());
  return request();
};

describe("a written package", () => {
  it("has a manifest with the hashes of its shards, and a repeat has the same content", async () => {
    const { body } = await ada.post(`${API}/repeat/${packageId}`, { request_key: newId() });
    const again = String(body.id);
    await writeToEnd(rig.current, again);
    const [first, second] = [await manifest(packageId), await manifest(again)];
    expect(first).toMatchObject({ samples: 40, source: { dataset_id: datasetId, order_by: "-seen" } });
    expect(second.package).toMatchObject({ id: again, number: 2, repeats: packageId });
    expect({ ...second, package: undefined }).toEqual({ ...first, package: undefined });
    const shown = await detail(again);
    expect(shown.content_sha256).toBe(first.content_sha256);
    expect(shown.repeats).toMatchObject({ id: packageId, number: 1 });
    expect(await compare(again, packageId)).toMatchObject({
      status: "Finished",
      result: { same: 40, added: { items: 0 }, removed: { items: 0 }, changed: { items: 0 }, same_bytes: true },
    });
  });

  it("differs from a package of fewer items by those that are missing", async () => {
    const some = await write(await aView(ada, datasetId, { where: "seen < 90", order_by: "-seen" }));
    const { result } = await compare(some, packageId);
    expect(result).toMatchObject({ same: 30, added: { items: 0 }, removed: { items: 10 }, same_bytes: false });
    expect(result?.histograms.map(({ field }) => field)).toEqual(["duration_s", "caption_length", "media_bytes"]);
  });

  it("is opened as a dataset by its address, and cannot be deleted meanwhile", async () => {
    const { uri, loader_code: loaderCode } = await detail(packageId);
    expect(loaderCode).toContain(`remote="${uri}"`);
    const name = `set ${newId()}`;
    const { status, body } = await ada.post("/api_v1/dataset/create", { uri, name, request_key: newId() });
    expect([status, body.kind], JSON.stringify(body)).toEqual([200, "MDS"]);
    const refused = await ada.post(`${API}/delete/${packageId}`, {});
    expect([refused.status, refused.body.detail]).toEqual([409, `this package is used by the dataset "${name}"`]);
    expect((await ada.post(`/api_v1/dataset/${body.id}/delete`, {})).status).toBe(200);
    expect((await ada.post(`${API}/delete/${packageId}`, {})).status).toBe(200);
    expect((await ada.get(`${API}/manifest/${packageId}`)).status).toBe(409);
  });
});
