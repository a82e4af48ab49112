import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import {
  aPackage,
  aPackageOrigin,
  type PackageInput,
  type PackageOrigin,
} from "../../../testing/builders/packages/a-package.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { findPackage } from "../package.store.ts";
import { writeRecordFiles } from "./write-record-files.ts";

const running = runApp();
const rig = runDataRig(running);
let owner: Caller;
let origin: PackageOrigin;

beforeAll(async () => {
  owner = await aCaller(running.current);
  origin = await aPackageOrigin(rig.current, owner.id);
});

const CONTENT = { contentSha256: "b".repeat(64), durationS: 30, code: { version: "0.1.0", commit: "abc" } };

const aWrittenPackage = async (input: PackageInput = {}): Promise<string> => {
  const path = `package-${newId()}/`;
  const { id } = await aPackage(rig.current, origin, { ...input, folder: `${rig.current.folder}${path}` });
  const record = await findPackage(rig.current.db, id);
  if (!record) throw new Error("the package is gone");
  await writeRecordFiles(rig.current, record, { ...CONTENT, uri: rig.current.uriOf(path) });
  return id;
};

const download = async (kind: "manifest" | "croissant", id: string) => {
  const url = `/api_v1/package/${kind}/${id}`;
  const { statusCode, headers, body } = await running.current.app.http.inject({ url, cookies: owner.cookies });
  return { status: statusCode, headers, text: body, body: JSON.parse(body) };
};

const insertLabels = async (name: string, status: "Finished" | "Failed"): Promise<void> => {
  const at = new Date("2026-11-16T00:00:00Z");
  await running.current.db
    .insertInto("dataset_column_set")
    .values({
      id: newId(),
      dataset_id: origin.datasetId,
      version: origin.version,
      name,
      columns: "[]",
      task_id: newId(),
      task_name: "Keep or drop",
      answers: "majority",
      as_of: at,
      status,
      sha256: "e".repeat(64),
      request_key: newId(),
      created_by: owner.id,
      created_at: at,
      finished_at: at,
      deleted_at: at,
    })
    .execute();
};

describe("the files of a record", () => {
  it("are downloaded as they were written, the metadata with the hash of the manifest", async () => {
    const name = 'Night "rain" 夜';
    const id = await aWrittenPackage({ name, shards: 1_500 });
    const manifest = await download("manifest", id);
    expect([manifest.status, manifest.headers["content-type"]]).toEqual([200, "application/json"]);
    expect(manifest.headers["content-disposition"]).toContain('filename="Night _rain_ _-1.manifest.json"');
    expect(manifest.body).toMatchObject({ package: { id, name }, code: CONTENT.code, samples: 15_000 });
    expect(manifest.body.shards).toHaveLength(1_500);
    const croissant = await download("croissant", id);
    expect([croissant.status, croissant.headers["content-type"]]).toEqual([200, "application/ld+json"]);
    const sha256 = createHash("sha256").update(manifest.text).digest("hex");
    const files = croissant.body.distribution as { "@id": string; sha256?: string; contentSize?: string }[];
    expect(files.find((file) => file["@id"] === "manifest.json")).toMatchObject({
      sha256,
      contentSize: `${Buffer.byteLength(manifest.text)} B`,
    });
  });

  it("name the labels that a package contains, also after they were removed", async () => {
    await insertLabels("human", "Finished");
    await insertLabels("broken", "Failed");
    const columns = ["human.decision", "broken.decision", "caption"].map((source, at) => ({ source, name: `c${at}` }));
    const { body } = await download("manifest", await aWrittenPackage({ columns }));
    expect(body.label_snapshots).toEqual([
      {
        name: "human",
        task: "Keep or drop",
        answers: "majority",
        as_of: "2026-11-16T00:00:00.000Z",
        sha256: "e".repeat(64),
      },
    ]);
  });

  it("exist only of ready packages", async () => {
    const waiting = await aPackage(rig.current, origin, { status: "Running" });
    expect((await download("manifest", waiting.id)).status).toBe(409);
    const lost = await aPackage(rig.current, origin);
    expect((await download("croissant", lost.id)).status).toBe(404);
    expect((await download("manifest", newId())).status).toBe(404);
  });
});
