import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { MetricKey } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMediaJail } from "../../../platform/sandbox/media-jail.ts";
import { render } from "../../../testing/media-samples.ts";
import { isRefusal, withScratch } from "../../assets/index.ts";
import { type Measurement, measureClip } from "./measure-clip.ts";
import { openMeasureThreads } from "./measure-threads.ts";

const MP4 = { kind: "video", mime: "video/mp4", demuxer: "mov" } as const;
const jail = createMediaJail({ running: 1, waiting: 9 });
const threads = openMeasureThreads();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "measure-clip-"));
  await chmod(folder, 0o711);
});
afterAll(async () => {
  await threads.close();
  await rm(folder, { recursive: true });
});

const draw = (name: string, source: string, more: readonly string[] = []) =>
  render(join(folder, name), [
    "-f",
    "lavfi",
    "-i",
    source,
    ...more,
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p",
  ]);
interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly duration: number;
}
const measure = (inputPath: string, drawn: Drawn, signal = new AbortController().signal) => {
  const probe = { ...drawn, frames: null, codec: "h264", audio: null, vfr: false };
  return withScratch(join(folder, "scratch"), 0, (scratch) =>
    measureClip({ jail, threads }, { inputPath, type: MP4, probe }, {}, { scratch, signal }),
  );
};
const valuesOf = (measured: Awaited<ReturnType<typeof measure>>): Record<MetricKey, number | null> => {
  if (isRefusal(measured)) throw new Error(measured.verdict);
  return Object.fromEntries(measured.map(({ key, value }: Measurement) => [key, value])) as Record<
    MetricKey,
    number | null
  >;
};

describe("measuring a clip", () => {
  it("sees the whole range from black to white, whatever range the file is stored in", async () => {
    const slow = { width: 320, height: 180, fps: 10, duration: 1 };
    const black = valuesOf(await measure(await draw("black.mp4", "color=black:s=320x180:r=10:d=1"), slow));
    expect(black).toMatchObject({ black_s: 1, dup_ratio: 1, freeze_s: 0.9, si: 0, blockiness: 1 });
    const flash = "color=black:s=320x180:r=10:d=1,geq=lum='if(mod(N,2),235,16)':cb=128:cr=128";
    // From 0 to 255 and back in each frame: second differences of 510.
    expect(valuesOf(await measure(await draw("flash.mp4", flash), slow))).toMatchObject({
      flicker_luma: 510,
      frame_mae: 1,
      interp_residual: 1,
      black_s: 0.5,
      dup_ratio: 0,
      cuts: 0,
    });
  });

  it("turns an upright clip before it measures it, and takes one that is smaller than the usual size as it is", async () => {
    const lying = await draw("lying.mp4", "testsrc2=s=96x64:r=12:d=1");
    const turned = await render(join(folder, "turned.mp4"), [
      "-i",
      lying,
      "-c",
      "copy",
      "-metadata:s:v:0",
      "rotate=90",
    ]);
    const size = { width: 96, height: 64, fps: 12, duration: 1 };
    const before = valuesOf(await measure(lying, size));
    const after = valuesOf(await measure(turned, { ...size, width: 64, height: 96 }));
    expect(after.sharpness).toBeCloseTo(before.sharpness ?? 0, 6);
    expect(after.frame_mae).toBeCloseTo(before.frame_mae ?? 0, 9);
  });

  it("gives the same figures each time", async () => {
    const clip = await draw("again.mp4", "testsrc2=s=640x360:r=24:d=1");
    const size = { width: 640, height: 360, fps: 24, duration: 1 };
    expect(await measure(clip, size)).toEqual(await measure(clip, size));
  });

  it("refuses what cannot be decoded, with the reason", async () => {
    const clip = await draw("damaged.mp4", "testsrc2=s=320x180:r=12:d=2", ["-t", "2"]);
    const odd = await render(join(folder, "odd.mp4"), ["-f", "lavfi", "-i", "testsrc2=s=64x64:d=0.2", "-c:v", "mpeg4"]);
    const probe = { duration: 1, width: 64, height: 64, fps: 24, frames: 5, codec: "mpeg4", audio: null, vfr: false };
    const wrong = { inputPath: odd, type: { ...MP4, demuxer: "matroska" }, probe };
    const refused = await withScratch(join(folder, "scratch"), 0, (scratch) =>
      measureClip({ jail, threads }, wrong, {}, { scratch, signal: new AbortController().signal }),
    );
    expect(refused).toEqual({ verdict: "the file is damaged or incomplete" });
    expect(valuesOf(await measure(clip, { width: 320, height: 180, fps: 12, duration: 2 })).cuts).toBe(0);
  });
});

describe("the thread that measures", () => {
  const jailed = async () => {
    const { stdout } = await promisify(execFile)("ps", ["-eo", "pid,args"]);
    return stdout
      .split("\n")
      .filter((line) => line.includes(folder) && line.includes("ffmpeg") && !line.includes("ps -eo"));
  };

  it("leaves the event loop alone, and nothing is left of a measurement that nobody wants any more", async () => {
    const long = await draw("long.mp4", "testsrc2=s=640x360:r=30:d=20");
    const stop = new AbortController();
    const measuring = measure(long, { width: 640, height: 360, fps: 30, duration: 20 }, stop.signal);
    const refused = expect(measuring).rejects.toThrow("no longer wanted");
    while ((await jailed()).length === 0) await sleep(20);
    let longestUs = 0;
    for (let ticks = 0; ticks < 30; ticks++) {
      const before = process.threadCpuUsage();
      await sleep(5);
      longestUs = Math.max(longestUs, process.threadCpuUsage(before).user);
    }
    stop.abort(new Error("no longer wanted"));
    await refused;
    expect(await jailed()).toEqual([]);
    expect(longestUs).toBeLessThan(500_000);
    const small = { width: 64, height: 64, fps: 25, duration: 0.3 };
    expect(valuesOf(await measure(await draw("after.mp4", "testsrc2=s=64x64:d=0.3"), small)).cuts).toBe(0);
  });
});
