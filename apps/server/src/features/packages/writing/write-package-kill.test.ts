import { once } from "node:events";
import type { PackageDetail } from "@dailies/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { eventually } from "../../../testing/eventually.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { killableWorkers } from "../../../testing/rigs/killable-workers.ts";
import { aClipDataset, aPackage, aView, never, runPackageRig } from "../../../testing/rigs/packages/package-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { planPackage } from "../planning/plan-package.ts";

const running = runApp();
const data = runDataRig(running);
const rig = runPackageRig(running, data);
const workers = killableWorkers(() => running.current.config.database.url, "package-kill");

const SAMPLES = 60;
const HELD_SHARD = 3;

class RollBack extends Error {}

describe("a package whose worker is killed before it registers a shard", () => {
  it("ends with every sample once and the hashes of an undisturbed one", async () => {
    const { db } = running.current;
    const ada = await aCaller(running.current);
    const clipOf = (n: number) => Buffer.alloc(150_000 + n, n + 1);
    const { datasetId } = await aClipDataset(data.current, ada, { samples: SAMPLES, clipOf });
    const viewId = await aView(ada, datasetId, { order_by: "-seen" });
    const detailOf = async (id: string) =>
      (await ada.get(`/api_v1/package/detail/${id}`)).body as unknown as PackageDetail;
    const { id } = await aPackage(ada, viewId);
    await planPackage(rig.current, id, never());
    const killed = db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      // Whoever registers one of these shards waits for its row.
      await sql`select 1 from package_shard where package_id = ${id} and shard >= ${HELD_SHARD} for update`.execute(tx);
      const first = await workers.start({});
      const isStored = async () => (await rig.current.namesOf(id)).some((name) => name.includes(`0000${HELD_SHARD}.`));
      await eventually(async () => ((await isStored()) ? true : undefined), 60_000);
      expect((await detailOf(id)).shards_done).toBeLessThanOrEqual(HELD_SHARD);
      const gone = once(first, "exit");
      first.kill("SIGKILL");
      await gone;
      throw new RollBack();
    });
    await expect(killed).rejects.toThrow(RollBack);
    expect(await rig.current.namesOf(id)).not.toContain("index.json");
    await workers.start({});
    const ready = (of: string) =>
      eventually(async () => {
        const made = await detailOf(of);
        return made.finished_at === null ? undefined : made;
      }, 120_000);
    const done = await ready(id);
    expect(done).toMatchObject({ status: "Ready", samples_done: SAMPLES, left_out: 0, error: null });
    expect([done.shards_done, done.bytes_done]).toEqual([done.shards_total, done.bytes_total]);
    const names = (await rig.current.namesOf(id)).filter((name) => name.endsWith(".mds"));
    expect(names).toHaveLength(done.shards_done);
    const { body } = await ada.post(`/api_v1/package/repeat/${id}`, { request_key: newId() });
    expect((await ready(String(body.id))).content_sha256).toBe(done.content_sha256);
  }, 250_000);
});
