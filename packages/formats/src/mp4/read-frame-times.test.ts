import { describe, expect, it } from "vitest";
import { readMediaHeader } from "../media/read-media-header.ts";
import { type Clip, probe, useClips } from "../testing/clips.ts";
import { countedSource } from "../testing/counted-source.ts";
import { frameAt, frameSeconds } from "./present-frames.ts";
import { readFrameTimes } from "./read-frame-times.ts";

const clips = useClips();
const pictures = (rate: string, seconds = 2) => ["-f", "lavfi", "-i", `testsrc2=s=320x180:r=${rate}:d=${seconds}`];
const h264 = (...more: string[]) => ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", ...more];
const uneven = ["-vf", "select='not(between(n\\,5\\,17)+eq(n\\,30)+between(n\\,40\\,41))'", "-vsync", "vfr"];

/** Surrounded by other bytes, as in a shard. */
const inShard = ({ bytes }: Clip) => {
  const shard = new Uint8Array(bytes.length + 3_000).fill(7);
  shard.set(bytes, 1_234);
  return { source: countedSource({ shard }), range: { begin: 1_234, end: 1_234 + bytes.length } };
};

const expectSameTimes = async (clip: Clip): Promise<readonly number[]> => {
  const { source, range } = inShard(clip);
  const times = await readFrameTimes(source, "shard", range);
  const ours = Array.from(times.ticks, (_, frame) => frameSeconds(times, frame));
  const { ptsTimes } = await probe(clip.path);
  expect(ours.map((time) => time.toFixed(6))).toEqual(ptsTimes.map((time) => time.toFixed(6)));
  expect(ptsTimes.length).toBeGreaterThan(5);
  for (const [frame, time] of ptsTimes.entries()) expect(frameAt(times, time)).toBe(frame);
  return ours;
};

describe("frame times against ffprobe", () => {
  it("are equal at a constant rate with B-frames", async () => {
    await expectSameTimes(await clips.render("constant.mp4", [...pictures("24"), ...h264("-bf", "3")]));
  });

  it("are equal at 30000/1001 without B-frames", async () => {
    await expectSameTimes(await clips.render("ntsc.mp4", [...pictures("30000/1001"), ...h264("-bf", "0")]));
  });

  it("are equal at a variable rate, with and without B-frames", async () => {
    const steps = (times: readonly number[]) =>
      new Set(times.slice(1).map((time, at) => (time - (times[at] ?? 0)).toFixed(4)));
    const plain = await clips.render("uneven.mp4", [...pictures("30"), ...uneven, ...h264("-bf", "0")]);
    expect(steps(await expectSameTimes(plain)).size).toBeGreaterThan(1);
    const ordered = await clips.render("uneven-b.mp4", [...pictures("30"), ...uneven, ...h264("-bf", "3")]);
    expect(steps(await expectSameTimes(ordered)).size).toBeGreaterThan(1);
  });

  it("are equal where an edit begins between key frames", async () => {
    const whole = await clips.render("whole.mp4", [...pictures("25", 3), ...h264("-bf", "2", "-g", "30")]);
    const cut = await clips.render("cut.mp4", ["-ss", "0.73", "-i", whole.path, "-c", "copy", "-t", "1.4"]);
    await expectSameTimes(cut);
  });

  it("are equal where an edit shows nothing first", async () => {
    const whole = await clips.render("late-source.mp4", [...pictures("25", 1), ...h264("-bf", "2")]);
    const late = await clips.render("late.mp4", [
      "-f",
      "lavfi",
      "-i",
      "sine=d=2",
      "-itsoffset",
      "0.6",
      "-i",
      whole.path,
      "-map",
      "0:a",
      "-map",
      "1:v",
      "-c:v",
      "copy",
      "-c:a",
      "aac",
    ]);
    const times = await expectSameTimes(late);
    expect(times[0]).toBeGreaterThan(0.3);
  });

  it("are equal without any edit list, where B-frames delay the first frame", async () => {
    await expectSameTimes(
      await clips.render("no-edits.mp4", [...pictures("24"), ...h264("-bf", "2"), "-use_editlist", "0"]),
    );
  });

  it("are equal with negative delays and in QuickTime files", async () => {
    const args = [...pictures("24"), ...h264("-bf", "2"), "-movflags", "negative_cts_offsets"];
    await expectSameTimes(await clips.render("negative.mp4", args));
    await expectSameTimes(await clips.render("clip.mov", [...pictures("24"), ...h264("-bf", "2")]));
  });

  it("are equal for AV1, HEVC and VP9", async () => {
    const still = ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=12:d=1"];
    await expectSameTimes(await clips.render("av1.mp4", [...still, "-c:v", "libaom-av1", "-cpu-used", "8"]));
    await expectSameTimes(
      await clips.render("hevc.mp4", [...still, "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params", "log-level=none"]),
    );
    await expectSameTimes(await clips.render("vp9.mp4", [...still, "-c:v", "libvpx-vp9", "-deadline", "realtime"]));
  });
});

describe("the header of a clip", () => {
  const headerOf = async (clip: Clip) => {
    const { source, range } = inShard(clip);
    return { header: await readMediaHeader(source, "shard", range), reads: source.reads };
  };

  it("costs one small read when it comes first, and few when it comes last", async () => {
    const first = await clips.render("first.mp4", [...pictures("24"), ...h264(), "-movflags", "+faststart"]);
    const { header, reads } = await headerOf(first);
    expect(reads).toEqual([{ begin: 1_234, end: 1_234 + 16_384 }]);
    expect(header).toMatchObject({ durationS: 2, width: 320, height: 180, fps: 24, frames: 48, isVariableRate: false });
    const last = await clips.render("last.mp4", [...pictures("24", 6), ...h264("-crf", "10")]);
    const { header: other, reads: hops } = await headerOf(last);
    expect(hops).toHaveLength(3);
    expect(other).toMatchObject({ contentType: "video/mp4", frames: 144 });
  });

  it("tells what ffprobe tells", async () => {
    const clip = await clips.render("uneven-header.mp4", [...pictures("30"), ...uneven, ...h264()]);
    const { header } = await headerOf(clip);
    const { stream } = await probe(clip.path);
    expect(header.isVariableRate).toBe(true);
    expect(header.frames).toBe(Number(stream.nb_frames));
    const [top = 0, bottom = 1] = String(stream.avg_frame_rate).split("/").map(Number);
    expect(header.fps).toBeCloseTo(top / bottom, 3);
    expect(header.durationS).toBeCloseTo(Number(stream.duration), 2);
  });

  it("turns width and height with the picture", async () => {
    const flat = await clips.render("flat.mp4", [...pictures("24", 1), ...h264()]);
    const turned = await clips.render("turned.mp4", ["-i", flat.path, "-c", "copy", "-metadata:s:v", "rotate=90"]);
    const { header } = await headerOf(turned);
    expect([header.width, header.height]).toEqual([180, 320]);
    expect([90, 270]).toContain(header.rotation);
  });

  it("names the codec as browsers do", async () => {
    const still = ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=12:d=1"];
    const codecOf = async (name: string, args: readonly string[]) =>
      (await headerOf(await clips.render(name, [...still, ...args]))).header.codec;
    expect(await codecOf("c-avc.mp4", h264("-profile:v", "high", "-level", "3.1"))).toBe("avc1.64001f");
    expect(
      await codecOf("c-hevc.mp4", ["-c:v", "libx265", "-tag:v", "hvc1", "-x265-params", "log-level=none"]),
    ).toMatch(/^hvc1\.[12]\.[0-9a-f]+\.L\d+(\.[0-9A-F]+)*$/);
    expect(await codecOf("c-av1.mp4", ["-c:v", "libaom-av1", "-cpu-used", "8"])).toMatch(/^av01\.\d\.\d\d[MH]\.08$/);
    expect(await codecOf("c-vp9.mp4", ["-c:v", "libvpx-vp9", "-deadline", "realtime"])).toMatch(
      /^vp09\.\d\d\.\d\d\.08$/,
    );
  });

  it("reads WebM and says unknown where the first bytes do not tell", async () => {
    const still = ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=12:d=1", "-c:v", "libvpx-vp9", "-deadline", "realtime"];
    const { header } = await headerOf(await clips.render("clip.webm", still));
    expect(header).toMatchObject({ contentType: "video/webm", width: 160, height: 90, codec: "vp09", frames: null });
    expect(header.durationS).toBeCloseTo(1, 1);
    const mkv = await clips.render("clip.mkv", [...pictures("24", 1), ...h264()]);
    expect((await headerOf(mkv)).header).toMatchObject({ contentType: "video/x-matroska", codec: "avc1", width: 320 });
  });

  it("refuses a truncated clip and what is no clip, with the reason", async () => {
    const clip = await clips.render("to-cut.mp4", [...pictures("24"), ...h264(), "-movflags", "+faststart"]);
    const cut = { ...clip, bytes: clip.bytes.subarray(0, clip.bytes.length >> 1) };
    await expect(headerOf(cut)).rejects.toMatchObject({ name: "FormatFault", kind: "truncated" });
    const last = await clips.render("to-cut-last.mp4", [...pictures("24"), ...h264()]);
    const cutLast = { ...last, bytes: last.bytes.subarray(0, last.bytes.length - 100) };
    await expect(headerOf(cutLast)).rejects.toMatchObject({ name: "FormatFault", kind: "truncated" });
    const text = { path: "", bytes: new TextEncoder().encode("#EXTM3U\nhttp://127.0.0.1/") };
    await expect(headerOf(text)).rejects.toMatchObject({ name: "FormatFault", kind: "unsupported" });
    await expect(headerOf({ path: "", bytes: new Uint8Array(0) })).rejects.toMatchObject({ kind: "truncated" });
  });
});
