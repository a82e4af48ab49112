import { createReadStream } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMediaJail } from "../../../platform/sandbox/media-jail.ts";
import { render, renderSample, SAMPLE_NAMES, type SampleName } from "../../../testing/media-samples.ts";
import { inspectFile } from "./media-inspect.ts";
import { receiveFile } from "./media-receive.ts";
import { withScratch } from "./media-scratch.ts";

const jail = createMediaJail({ running: 2, waiting: 20 });
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "inspect-test-"));
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true }));

const inspect = (path: string, declaredMime = "application/octet-stream", name = "file") =>
  withScratch(join(folder, "scratch"), 0, async (scratch) => {
    const { type } = await receiveFile(createReadStream(path), { path: scratch.inputPath, maxBytes: 1e9 });
    return inspectFile(jail, scratch, { declaredMime, name, type });
  });
const write = async (name: string, content: string | Buffer) => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};

const EXPECTED: Record<SampleName, { kind: string; mime: string; codec: string | null; audio: string | null }> = {
  "clip.mp4": { kind: "video", mime: "video/mp4", codec: "h264", audio: "aac" },
  "clip.mov": { kind: "video", mime: "video/quicktime", codec: "h264", audio: null },
  "clip.webm": { kind: "video", mime: "video/webm", codec: "vp9", audio: "opus" },
  "clip.mkv": { kind: "video", mime: "video/x-matroska", codec: "h264", audio: "flac" },
  "clip.avi": { kind: "video", mime: "video/x-msvideo", codec: "mpeg4", audio: "mp3" },
  "clip.ts": { kind: "video", mime: "video/mp2t", codec: "h264", audio: "aac" },
  "uneven.mp4": { kind: "video", mime: "video/mp4", codec: "h264", audio: null },
  "still.png": { kind: "image", mime: "image/png", codec: "png", audio: null },
  "still.jpg": { kind: "image", mime: "image/jpeg", codec: "mjpeg", audio: null },
  "still.webp": { kind: "image", mime: "image/webp", codec: "webp", audio: null },
  "still.avif": { kind: "image", mime: "image/avif", codec: "av1", audio: null },
  "moving.gif": { kind: "image", mime: "image/gif", codec: "gif", audio: null },
  "sound.mp3": { kind: "audio", mime: "audio/mpeg", codec: null, audio: "mp3" },
  "sound.wav": { kind: "audio", mime: "audio/wav", codec: null, audio: "pcm_s16le" },
  "sound.flac": { kind: "audio", mime: "audio/flac", codec: null, audio: "flac" },
  "sound.ogg": { kind: "audio", mime: "audio/ogg", codec: null, audio: "vorbis" },
  "sound.m4a": { kind: "audio", mime: "audio/mp4", codec: null, audio: "aac" },
  "sound.webm": { kind: "audio", mime: "audio/webm", codec: null, audio: "opus" },
};

describe("looking at a file", () => {
  it.each(SAMPLE_NAMES)("knows %s by its bytes", async (name) => {
    const found = await inspect(await renderSample(folder, name));
    const { kind, mime, codec, audio } = EXPECTED[name];
    const size = kind === "audio" ? { width: null, height: null } : { width: 320, height: 180 };
    expect(found).toMatchObject({ type: { kind, mime }, probe: { codec, audio, ...size } });
    const poster = found && "derivatives" in found ? found.derivatives?.poster : undefined;
    expect(poster?.toString("latin1", 8, 12)).toBe(kind === "audio" ? undefined : "WEBP");
  });

  it("counts frames and detects an uneven frame rate", async () => {
    const even = await inspect(join(folder, "clip.mp4"));
    expect(even).toMatchObject({ probe: { duration: 2, fps: 24, frames: 48, vfr: false } });
    expect(await inspect(join(folder, "uneven.mp4"))).toMatchObject({ probe: { frames: 22, vfr: true } });
  });

  it("draws a sprite sheet whose tiles follow the clip", async () => {
    const plan = { tileWidth: 160, tileHeight: 90, columns: 4, rows: 1, tiles: 4, secondsPerTile: 0.5 };
    const found = await inspect(join(folder, "clip.mp4"));
    expect(found).toMatchObject({ derivatives: { sprite: { plan } } });
    const sheet = await write("sheet.webp", spriteOf(found));
    expect(await inspect(sheet)).toMatchObject({ probe: { width: 640, height: 90 } });
  });

  it("shows an upright clip upright", async () => {
    const turned = await render(join(folder, "turned.mp4"), [
      "-i",
      join(folder, "clip.mp4"),
      "-c",
      "copy",
      "-metadata:s:v:0",
      "rotate=90",
    ]);
    const found = await inspect(turned);
    expect(found).toMatchObject({
      probe: { width: 180, height: 320 },
      derivatives: { sprite: { plan: { tileWidth: 160, tileHeight: 284 } } },
    });
  });

  it("reads only key frames of a long clip, and still fills every tile", async () => {
    const made = ["-f", "lavfi", "-i", "color=s=1280x720:r=30:d=10", "-c:v", "libx264", "-preset", "ultrafast"];
    const short = await render(join(folder, "short.mp4"), made);
    const long = await render(join(folder, "long.mp4"), ["-stream_loop", "17", "-i", short, "-c", "copy"]);
    const found = await inspect(long);
    expect(found).toMatchObject({ derivatives: { sprite: { plan: { tiles: 100, secondsPerTile: 1.8 } } } });
  });
});

const spriteOf = (found: Awaited<ReturnType<typeof inspect>>): Buffer =>
  (found && "derivatives" in found && found.derivatives?.sprite?.picture) || Buffer.alloc(0);

describe("refusing a file", () => {
  it.each([
    ["a playlist", "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"],
    ["a concat list", "ffconcat version 1.0\nfile /etc/passwd\n"],
    ["a picture with scripts", '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ["a page", "<!doctype html><script>alert(1)</script>"],
  ])("does not accept %s as a clip, and runs no program on it", async (_what, content) => {
    const path = await write("other", content);
    expect(await inspect(path, "video/mp4")).toEqual({
      verdict: "it was sent as video/mp4, but its content is nothing that can be checked as such",
    });
    expect(await inspect(path, "text/plain")).toBeUndefined();
  });

  it.each([
    ["still.png", "Holiday.MP4", "its name ends in .MP4, but it is image/png"],
    ["clip.mp4", "poster.jpeg", "its name ends in .jpeg, but it is video/mp4"],
    ["sound.mp3", "poster.webp", "its name ends in .webp, but it is audio/mpeg"],
  ] as const)("does not accept %s under the name %s", async (sample, name, verdict) => {
    expect(await inspect(await renderSample(folder, sample), undefined, name)).toEqual({ verdict });
  });

  it("does not store what is no medium under the name of one", async () => {
    const path = await write("page", "<!doctype html><script>alert(1)</script>");
    const verdict = "its name ends in .png, but its content is nothing that can be checked as such";
    expect(await inspect(path, undefined, "photo.png")).toEqual({ verdict });
  });

  it.each(["sound.mp4", "clip", "take 3.final", "photo.png.txt"])("accepts a sound under the name %s", async (name) => {
    const found = await inspect(await renderSample(folder, "sound.m4a"), undefined, name);
    expect(found).toMatchObject({ type: { kind: "audio" } });
  });

  it("says what a file is when it was sent as something else", async () => {
    expect(await inspect(join(folder, "still.png"), "video/mp4")).toEqual({
      verdict: "it was sent as video/mp4, but it is image/png",
    });
    expect(await inspect(join(folder, "still.png"), "image/jpeg")).toMatchObject({ type: { mime: "image/png" } });
    expect(await inspect(join(folder, "sound.webm"), "video/webm")).toMatchObject({ type: { kind: "audio" } });
  });

  it("rejects what is cut off, too large or uses another codec", async () => {
    const whole = await readFile(join(folder, "clip.mp4"));
    expect(await inspect(await write("cut.mp4", whole.subarray(0, 2_000)))).toEqual({
      verdict: "the file is damaged or incomplete",
    });
    const huge = await render(join(folder, "huge.png"), [..."-f lavfi -i color=s=9000x4 -frames:v 1".split(" ")]);
    expect(await inspect(huge)).toEqual({ verdict: "it is larger than 8192 × 8192" });
    const odd = await render(join(folder, "odd.avi"), [
      ..."-f lavfi -i testsrc2=d=0.2 -c:v snow -strict -2".split(" "),
    ]);
    expect(await inspect(odd)).toEqual({ verdict: "it uses the codec snow, which is not supported" });
  });

  it("leaves nothing behind", async () => {
    const [own, ...others] = await readdir(join(folder, "scratch"));
    expect(others).toEqual([]);
    expect(await readdir(join(folder, "scratch", own ?? ""))).toEqual([]);
  });
});
