import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

interface Stream {
  codec_type: string;
  codec_name: string;
  pix_fmt: string;
  width: number;
  height: number;
  nb_frames: string;
  r_frame_rate: string;
}

export const probeClip = async (bytes: Buffer) => {
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-probe-"));
  try {
    const file = path.join(folder, "clip.mp4");
    await writeFile(file, bytes);
    const { stdout } = await run("ffprobe", ["-v", "error", "-show_streams", "-of", "json", file]);
    const { streams } = JSON.parse(stdout) as { streams: Stream[] };
    const video = streams.find(({ codec_type }) => codec_type === "video");
    if (!video) throw new Error("there is no picture");
    return {
      video: {
        codec: video.codec_name,
        format: video.pix_fmt,
        width: video.width,
        height: video.height,
        frames: Number(video.nb_frames),
        rate: video.r_frame_rate,
      },
      audio: streams.find(({ codec_type }) => codec_type === "audio")?.codec_name,
      isFaststart: bytes.indexOf("moov") < bytes.indexOf("mdat"),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** A PNG of one colour. */
export const pictureOf = async (colour: string): Promise<Buffer> => {
  const draw = ["-v", "error", "-f", "lavfi", "-i", `color=c=${colour}:s=200x150`, "-frames:v", "1"];
  const { stdout } = await run("ffmpeg", [...draw, "-f", "image2pipe", "-c:v", "png", "pipe:1"], {
    encoding: "buffer",
  });
  return stdout;
};

/** Red, green and blue in the middle of the first frame, rounded to steps of 32, because colours change when encoded. */
export const middleOfFirstFrame = async (clip: Buffer): Promise<number[]> => {
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-probe-"));
  try {
    const file = path.join(folder, "clip.mp4");
    await writeFile(file, clip);
    const take = ["-v", "error", "-i", file, "-frames:v", "1", "-vf", "crop=2:2,scale=1:1", "-pix_fmt", "rgb24"];
    const { stdout } = await run("ffmpeg", [...take, "-f", "rawvideo", "pipe:1"], { encoding: "buffer" });
    return [...stdout].map((value) => Math.round(value / 32) * 32);
  } finally {
    await rm(folder, { recursive: true });
  }
};
