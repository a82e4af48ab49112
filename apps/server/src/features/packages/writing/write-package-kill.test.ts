import type { PackageDetail } from "@dailies/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { eventually } from "../../../testing/eventually.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { killableWorkers, killWhileHeld, killWorker } from "../../../testing/rigs/killable-workers.ts";
import { aClipDataset, aPackage, aView, never, runPackageRig } from "../../../testing/rigs/packages/package-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { indexKey } from "../finishing/write-index.ts";
import { planPackage } from "../planning/plan-package.ts";

const running = runApp();
const data = runDataRig(running);
const rig = runPackageRig(running, data);
const workers = killableWorkers(() => running.current.config.database.url, "package-kill");

const SAMPLES = 60;
const HELD_SHARD = 3;

describe("a package whose worker is killed before it registers a shard", () => {
  it.each(["MDS", "Lance"] as const)(
    "ends with every sample of %s once and the hashes of an undisturbed one",
    async (format) => {
      const { db } = running.current;
      const ada = await aCaller(running.current);
      const clipOf = (n: number) => Buffer.alloc(150_000 + n, n + 1);
      const { datasetId } = await aClipDataset(data.current, ada, { samples: SAMPLES, clipOf });
      const viewId = await aView(ada, datasetId, { order_by: "-seen" });
      const detailOf = async (id: string) =>
        (await ada.get(`/api_v1/package/detail/${id}`)).body as unknown as PackageDetail;
      const { id } = await aPackage(ada, viewId, { settings: { format } });
      await planPackage(rig.current, id, never());
      await killWhileHeld(db, async (tx) => {
        // Whoever registers one of these shards waits for its row.
        await sql`select 1 from package_shard where package_id = ${id} and shard >= ${HELD_SHARD} for update`.execute(
          tx,
        );
        const first = await workers.start({});
        const isStored = async () =>
          (await rig.current.namesOf(id)).some((name) => name.includes(`0000${HELD_SHARD}.`));
        await eventually(async () => ((await isStored()) ? true : undefined), 60_000);
        expect((await detailOf(id)).shards_done).toBeLessThanOrEqual(HELD_SHARD);
        return first;
      });
      const index = indexKey({ folder: "", format });
      expect(await rig.current.namesOf(id)).not.toContain(index);
      const second = await workers.start({});
      const ready = (of: string) =>
        eventually(async () => {
          const made = await detailOf(of);
          return made.finished_at === null ? undefined : made;
        }, 120_000);
      const done = await ready(id);
      expect(done).toMatchObject({ status: "Ready", samples_done: SAMPLES, left_out: 0, error: null });
      expect(done.shards_done).toBe(done.shards_total);
      expect(done.bytes_done).toBeLessThanOrEqual(done.bytes_total ?? 0);
      const names = await rig.current.namesOf(id);
      expect(names).toContain(index);
      expect(names.filter((name) => name.includes("shard."))).toHaveLength(done.shards_done);
      const { body } = await ada.post(`/api_v1/package/repeat/${id}`, { request_key: newId() });
      expect((await ready(String(body.id))).content_sha256).toBe(done.content_sha256);
      await killWorker(second);
    },
    250_000,
  );
});
