import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

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
    const { stdout } = await promisify(execFile)("ffprobe", ["-v", "error", "-show_streams", "-of", "json", file]);
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
