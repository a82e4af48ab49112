import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createObjectStorage } from "../../../platform/s3/object-storage.ts";
import { anUpload } from "../../../testing/builders/an-upload.ts";
import { eventually } from "../../../testing/eventually.ts";
import { render, renderSample } from "../../../testing/media-samples.ts";
import { killableWorkers, killWorker } from "../../../testing/rigs/killable-workers.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { listOperations } from "../../operation-log/index.ts";
import { enqueueIngest } from "../uploads/complete-upload.ts";

const database = testDatabase();
const config = testConfig();
const storage = createObjectStorage(config.s3);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ingest-kill-"));
  await chmod(folder, 0o711);
});

afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true });
});

const workers = killableWorkers(() => database.current.url, "ingest-kill");
const startWorker = () => workers.start({ DAILIES_MEDIA_FOLDER: scratchRoot() });
const scratchRoot = (): string => join(folder, "scratch");

/** Lists the sandboxed processes that work on a file in our scratch folder. */
const jailed = (): string[] =>
  readdirSync("/proc").filter((name) => {
    try {
      const line = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/cmdline`, "utf8") : "";
      return line.includes(scratchRoot()) && line.includes("/file-");
    } catch {
      return false;
    }
  });

const longClip = async (): Promise<Buffer> => {
  const short = await renderSample(folder, "clip.mov");
  const looped = ["-stream_loop", "400", "-i", short, "-c", "copy"];
  return readFile(await render(join(folder, "long.mov"), looped));
};

const statusOf = async (assetId: string) => {
  const row = await database.current.db
    .selectFrom("asset")
    .select("status")
    .where("id", "=", assetId)
    .executeTakeFirst();
  return row?.status;
};

describe("a worker that is killed while it checks a file", () => {
  it("takes everything it started with it, and another finishes the work", async () => {
    const { db } = database.current;
    const upload = await anUpload(db, storage, await longClip(), { mime: "video/quicktime" });
    const first = await startWorker();
    await db.transaction().execute((tx) => enqueueIngest(tx, { ...upload, requestId: newId() }));
    await eventually(() => (jailed().length > 0 ? true : undefined), 90_000);
    await killWorker(first);
    await eventually(() => (jailed().length === 0 ? true : undefined));
    expect(await statusOf(upload.assetId)).toBe("Quarantined");
    const left = (await readdir(scratchRoot())).filter((name) => name !== "readable");
    expect(left).toHaveLength(1);

    await startWorker();
    const status = await eventually(async () => {
      const now = await statusOf(upload.assetId);
      return now === "Quarantined" ? undefined : now;
    }, 150_000);
    expect(status).toBe("Ready");
    expect(await readdir(scratchRoot())).not.toContain(left[0]);
    expect((await listOperations(db, `asset:${upload.assetId}`, { limit: 9 })).items).toHaveLength(1);
  }, 300_000);
});
