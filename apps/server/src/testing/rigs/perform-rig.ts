import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareScratch } from "../../features/assets/media/media-scratch.ts";
import { createPerformDeps } from "../../features/generation/execution/create-perform-deps.ts";
import type { PerformDeps, PollResult } from "../../features/generation/execution/perform-deps.ts";
import { performJob } from "../../features/generation/execution/perform-job.ts";
import { createPerformerSecretBox } from "../../features/performers/index.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import { createOutgoing } from "../../platform/http-client/outgoing.ts";
import { createObjectStorage } from "../../platform/s3/object-storage.ts";
import { createMediaJail } from "../../platform/sandbox/media-jail.ts";
import { captureLog } from "../captured-log.ts";
import { render } from "../media-samples.ts";
import { testConfig } from "../test-database.ts";
import { type InstantPerformer, startInstantPerformer } from "./instant-performer.ts";

export interface PerformRig {
  readonly deps: PerformDeps;
  readonly performer: InstantPerformer;
  readonly clip: Buffer;
  readonly lines: readonly string[];
  readonly step: (jobId: string, more?: Partial<PerformDeps>, signal?: AbortSignal) => Promise<PollResult>;
  /** Steps until the job has ended, without waiting in between. */
  readonly finish: (jobId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A clip of one second; another number gives other bytes. */
export const renderClip = async (folder: string, n = 0): Promise<Buffer> =>
  readFile(
    await render(join(folder, `clip-${n}.mp4`), [
      "-f",
      "lavfi",
      "-i",
      `testsrc2=s=128x72:r=12:d=1,hue=h=${n * 7}`,
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv420p",
    ]),
  );

/** All dependencies of a worker that performs jobs, on the real engines, with its own performer. */
export const openPerformRig = async (db: Db): Promise<PerformRig> => {
  const config = testConfig();
  const folder = await mkdtemp(join(tmpdir(), "perform-"));
  await chmod(folder, 0o711);
  const clip = await renderClip(folder);
  const performer = await startInstantPerformer(clip);
  const scratchRoot = join(folder, "scratch");
  const { readablePath } = await prepareScratch(scratchRoot);
  const storage = createObjectStorage(config.s3);
  const { log, lines } = captureLog();
  const outgoing = createOutgoing({ trustedOrigins: [performer.url] });
  const deps = createPerformDeps({
    db,
    storage,
    log,
    scratchRoot,
    outgoing,
    clock: systemClock,
    publicOrigin: config.publicOrigin,
    jail: createMediaJail({ running: 1, waiting: 50, readablePath }),
    box: createPerformerSecretBox(config.secretKeys),
    assetUrl: async (id) => `http://assets.test/${id}`,
  });
  const step: PerformRig["step"] = (jobId, more = {}, signal = AbortSignal.timeout(60_000)) =>
    performJob({ ...deps, ...more }, jobId, { tries: 0, signal });
  return {
    deps,
    performer,
    clip,
    lines,
    step,
    finish: async (jobId) => {
      for (let steps = 0; steps < 50; steps++) if ((await step(jobId)).isDone) return;
      throw new Error("the call did not end");
    },
    close: async () => {
      await performer.close();
      outgoing.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
