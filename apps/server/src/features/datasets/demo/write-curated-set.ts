import { createHash } from "node:crypto";
import type { DemoItem } from "./demo-media.ts";
import type { DemoFile } from "./demo-storage.ts";

const encoder = new TextEncoder();

/** NeMo Curator names clips by UUID; derived from the key, so that it is stable. */
const spanIdOf = (key: string): string => {
  const hex = createHash("sha256").update(key).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
};

const recordOf = (item: DemoItem, id: string) => {
  const { width, height, fps, frames, durationS } = item.media.header;
  const begin = item.sceneId % 40;
  return {
    span_uuid: id,
    source_video: `${item.source}/${String(item.sceneId).padStart(5, "0")}.mp4`,
    duration_span: [begin, begin + (durationS ?? 0)],
    width_source: width,
    height_source: height,
    framerate_source: fps,
    clip_location: `/curated/clips/${id}.mp4`,
    motion_score: { global_mean: item.motion, per_patch_min_256: Number((item.motion / 20).toFixed(5)) },
    aesthetic_score: item.aesthetic,
    windows: item.caption === "" ? [] : [windowOf(item, frames ?? 0)],
    valid: item.breakage === null,
  };
};

const windowOf = (item: DemoItem, frames: number) => ({
  start_frame: 0,
  end_frame: frames,
  qwen_caption: item.caption,
  qwen_enhanced_caption: `${item.caption}, seen by a ${item.cameraMove} camera`,
});

/** `clips/`, `previews/` and `metas/v0/` of NeMo Curator, with one file of each per sample. */
export function* writeCuratedSet(items: readonly DemoItem[]): Generator<DemoFile> {
  for (const item of items) {
    const id = spanIdOf(item.key);
    yield { name: `clips/${id}.mp4`, bytes: item.bytes };
    yield { name: `previews/${id}.webp`, bytes: item.media.preview };
    yield { name: `metas/v0/${id}.json`, bytes: encoder.encode(`${JSON.stringify(recordOf(item, id), null, 2)}\n`) };
  }
}
