import type { DemoSample } from "./demo-samples.rules.ts";
import type { DemoClip } from "./render-clips.ts";

/** A sample with its clip. */
export interface DemoItem extends DemoSample {
  readonly media: DemoClip;
  /** As stored: the clip, a truncated clip, or bytes that are no clip. */
  readonly bytes: Uint8Array;
}

const NO_CLIP = new TextEncoder().encode("<html><body>404: this clip has been taken down</body></html>\n");

const bytesOf = ({ breakage }: DemoSample, { bytes }: DemoClip): Uint8Array => {
  if (breakage === "text") return NO_CLIP;
  return breakage === "cut" ? bytes.subarray(0, bytes.length >> 1) : bytes;
};

export const withMedia = (samples: readonly DemoSample[], clips: readonly DemoClip[]): readonly DemoItem[] =>
  samples.flatMap((sample) => {
    const media = clips[sample.clip];
    return media === undefined ? [] : [{ ...sample, media, bytes: bytesOf(sample, media) }];
  });

/** Metadata that trainers usually store beside a clip. */
export const metadataOf = (item: DemoItem) => ({
  id: item.key,
  caption: item.caption === "" ? null : item.caption,
  aesthetic: item.aesthetic,
  motion: item.motion,
  source: item.source,
  licence: item.licence,
  camera_move: item.cameraMove,
  scene_id: item.sceneId,
  has_text: item.hasText,
});
