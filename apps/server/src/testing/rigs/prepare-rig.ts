import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AssetProbe } from "@dailies/contract";
import { MockActivityEnvironment } from "@temporalio/testing";
import { sql } from "kysely";
import { prepareScratch } from "../../features/assets/media/media-scratch.ts";
import { openMeasureThreads } from "../../features/metrics/measuring/measure-threads.ts";
import { prepareClipsActivities } from "../../features/metrics/preparing/prepare-clips.activities.ts";
import type { PrepareDeps } from "../../features/metrics/preparing/prepare-deps.ts";
import { createPerformerSecretBox } from "../../features/performers/index.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import { createOutgoing } from "../../platform/http-client/outgoing.ts";
import { createObjectStorage, type ObjectStorage } from "../../platform/s3/object-storage.ts";
import { createMediaJail } from "../../platform/sandbox/media-jail.ts";
import { captureLog } from "../captured-log.ts";
import { render } from "../media-samples.ts";
import { testConfig } from "../test-database.ts";
import { type WaitingClip, waitingClips } from "./waiting-clips.ts";

/** The probe of every clip that the rig renders. */
export const DRAWN: AssetProbe = {
  duration: 1,
  width: 320,
  height: 180,
  fps: 12,
  frames: 12,
  codec: "h264",
  audio: "aac",
  vfr: false,
};

const INPUTS = [
  { key: "seconds", label: "Length", role: "seconds", spec: { type: "number" } },
  { key: "first", label: "First picture", role: "image", spec: { type: "text" } },
  { key: "follow", label: "Clip", role: "video", spec: { type: "text" } },
] as const;

export interface PreparedRow {
  readonly status: string;
  readonly error: string | null;
  readonly judged_key: string;
  readonly judged_bytes: bigint;
  readonly fps: number;
}

type Activities = ReturnType<typeof prepareClipsActivities>;

export interface PrepareRig {
  readonly folder: string;
  readonly storage: ObjectStorage;
  readonly lines: readonly string[];
  /** How many clips were measured, and the tasks that may have finished. */
  readonly seen: { measured: number; readonly ended: string[] };
  /** One second that names its maker wherever a file can; another hue gives other bytes. */
  readonly draw: (name: string, hue?: number) => Promise<Buffer>;
  readonly make: (clips: readonly WaitingClip[]) => ReturnType<typeof waitingClips>;
  readonly run: (name: keyof Activities, input: object, more?: Partial<PrepareDeps>) => Promise<unknown>;
  readonly rowsOf: (taskId: string) => Promise<PreparedRow[]>;
  readonly countsOf: (taskId: string) => Promise<object | undefined>;
  readonly close: () => Promise<void>;
}

/** All dependencies of a worker that prepares clips, on the real engines. */
export const openPrepareRig = async (db: Db): Promise<PrepareRig> => {
  const config = testConfig();
  const folder = await mkdtemp(join(tmpdir(), "prepare-clips-"));
  await chmod(folder, 0o711);
  await prepareScratch(join(folder, "scratch"));
  const storage = createObjectStorage(config.s3);
  const outgoing = createOutgoing({ trustedOrigins: [] });
  const threads = openMeasureThreads();
  const { log, lines } = captureLog();
  const seen = { measured: 0, ended: [] as string[] };
  const deps: PrepareDeps = {
    db,
    storage,
    log,
    outgoing,
    clock: systemClock,
    scratchRoot: join(folder, "scratch"),
    box: createPerformerSecretBox(config.secretKeys),
    jail: createMediaJail({ running: 1, waiting: 20 }),
    threads: {
      measure: (job, signal) => {
        seen.measured += 1;
        return threads.measure(job, signal);
      },
    },
    finishIfDone: async (_tx, { taskId }) => seen.ended.push(taskId),
  };
  return {
    folder,
    storage,
    lines,
    seen,
    ...readersOf(db),
    draw: (name, hue = 0) => drawClip(join(folder, name), hue),
    make: (clips) => waitingClips(db, storage, clips, { inputSchema: INPUTS }),
    run: (name, input, more = {}) =>
      new MockActivityEnvironment().run(
        prepareClipsActivities({ ...deps, ...more })[name] as (input: object) => Promise<unknown>,
        input,
      ),
    close: async () => {
      await threads.close();
      outgoing.close();
      await storage.close();
      await rm(folder, { recursive: true });
    },
  };
};

const drawClip = async (path: string, hue: number): Promise<Buffer> => {
  const named = ["-metadata", "title=made by Model X", "-metadata", "comment=secret-run-7", "-metadata:s:v", "title=X"];
  const source = `testsrc2=s=320x180:r=12:d=1,hue=h=${hue}`;
  const made = ["-f", "lavfi", "-i", source, "-f", "lavfi", "-i", "sine=d=1", "-c:v", "libx264", "-c:a", "aac"];
  return readFile(await render(path, [...made, "-pix_fmt", "yuv420p", ...named]));
};

const readersOf = (db: Db): Pick<PrepareRig, "rowsOf" | "countsOf"> => ({
  rowsOf: async (taskId) => {
    const { rows } = await sql<PreparedRow>`
      select * from evaluation_clip where task_id = ${taskId} order by id`.execute(db);
    return rows;
  },
  countsOf: async (taskId) => {
    const { rows } = await sql<object>`
      select clips_ready, clips_failed, inputs_revision from evaluation where task_id = ${taskId}`.execute(db);
    return rows[0];
  },
});
