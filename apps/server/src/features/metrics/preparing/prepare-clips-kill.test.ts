import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createObjectStorage } from "../../../platform/s3/object-storage.ts";
import { eventually } from "../../../testing/eventually.ts";
import { render } from "../../../testing/media-samples.ts";
import { killableWorkers, killWorker } from "../../../testing/rigs/killable-workers.ts";
import { waitingClips } from "../../../testing/rigs/waiting-clips.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { startPreparing } from "./start-preparing.ts";

const CLIPS = 14;
const database = testDatabase();
const config = testConfig();
const storage = createObjectStorage(config.s3);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "prepare-kill-"));
  await chmod(folder, 0o711);
});
afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true });
});

const workers = killableWorkers(() => database.current.url, "prepare-kill");
const startWorker = () => workers.start({ DAILIES_MEDIA_FOLDER: join(folder, "scratch") });

const aClip = async (hue: number) => ({
  content: await readFile(
    await render(join(folder, `${hue}.mp4`), [
      "-f",
      "lavfi",
      "-i",
      `testsrc2=s=640x360:r=24:d=1,hue=h=${hue * 20}`,
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv420p",
    ]),
  ),
  probe: { duration: 1, width: 640, height: 360, fps: 24, frames: 24, codec: "h264", audio: null, vfr: false },
});
const stateOf = async (taskId: string) => {
  const { rows } = await sql<{ ready: number; counted: number; keys: number; measured: number; status: string }>`
    select count(*) filter (where c.status = 'ready')::int as ready, e.clips_ready as counted,
      count(distinct c.judged_key)::int as keys, t.status,
      (select count(*)::int from clip_metric m where m.sha256 in (
        select sha256 from evaluation_clip where task_id = ${taskId} and status = 'ready')) as measured
    from evaluation_clip c join evaluation e on e.task_id = c.task_id join console_task t on t.id = c.task_id
    where c.task_id = ${taskId} group by e.clips_ready, t.status`.execute(database.current.db);
  return rows[0];
};

describe("a worker that is killed while it prepares clips", () => {
  it("loses none and counts none twice: another goes on where it was, and the task ends by itself", async () => {
    const { db } = database.current;
    const clips = [];
    for (let hue = 0; hue < CLIPS; hue++) clips.push(await aClip(hue));
    const { taskId } = await waitingClips(db, storage, clips);
    const first = await startWorker();
    await db.transaction().execute((tx) => startPreparing(tx, taskId));
    await eventually(async () => ((await stateOf(taskId))?.ready ?? 0) >= 2 || undefined, 120_000);
    await killWorker(first);
    const left = await stateOf(taskId);
    expect(left?.ready).toBe(left?.counted);
    expect(left?.ready).toBeLessThan(CLIPS);

    await startWorker();
    await eventually(async () => (await stateOf(taskId))?.status === "Finished" || undefined, 180_000);
    const ended = await stateOf(taskId);
    expect(ended).toMatchObject({ ready: CLIPS, counted: CLIPS, keys: CLIPS, measured: CLIPS * 16 });
  }, 360_000);
});
