import type { MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { deriveArguments, type Output } from "./media-arguments.ts";
import {
  DECODER_THREADS,
  DERIVE_LIMITS,
  FULL_DECODE_PIXELS,
  POSTER_AT_S,
  POSTER_MAX_HEIGHT_PX,
  POSTER_MAX_WIDTH_PX,
} from "./media-limits.ts";
import type { LookedAt, ProbedMedia } from "./media-probe.ts";
import { type Refusal, refusalOf, refuse } from "./media-refusal.ts";
import { readOutput } from "./media-scratch.ts";
import { fitInto, planSprite, type SpritePlan } from "./media-sprite.ts";

export interface Derivatives {
  readonly poster: Buffer;
  readonly sprite: { readonly picture: Buffer; readonly plan: SpritePlan } | undefined;
}

export interface Derived extends LookedAt {
  readonly media: ProbedMedia & { readonly pictureStream: number };
  /** Paths of the output files, which exist and are empty. */
  readonly outputs: { readonly poster: string; readonly sprite: string };
}

const POSTER: Output = { name: "poster", label: "poster", quality: 80 };
const SPRITE: Output = { name: "sprite", label: "sprite", quality: 75 };

/** Makes the thumbnails of a file, its poster and sprite sheet, in one decoding pass. */
export const deriveMedia = async (
  jail: Pick<MediaJail, "run">,
  { inputPath, media, outputs, signal }: Derived,
): Promise<Derivatives | Refusal> => {
  const plan = planSprite(media);
  const args = deriveArguments(media.type, {
    inputOptions: inputOptions(media),
    graph: graphOf(media, plan),
    outputs: plan ? [POSTER, SPRITE] : [POSTER],
  });
  const outcome = await jail.run({ program: "ffmpeg", args, inputPath, outputs, limits: DERIVE_LIMITS, signal });
  const refusal = refusalOf(outcome);
  if (refusal) return refusal;
  const poster = await readOutput(outputs.poster);
  const picture = plan && (await readOutput(outputs.sprite));
  if (!poster || (plan && !picture)) return refuse("no frame could be decoded");
  return { poster, sprite: plan && picture ? { plan, picture } : undefined };
};

const inputOptions = ({ type, probe }: ProbedMedia): string[] => {
  const threads = ["-threads", `${DECODER_THREADS}`];
  const decodedPixels = (probe.width ?? 0) * (probe.height ?? 0) * (probe.fps ?? 30) * (probe.duration ?? 0);
  return type.kind === "video" && decodedPixels > FULL_DECODE_PIXELS ? [...threads, "-skip_frame", "nokey"] : threads;
};

const graphOf = ({ probe, pictureStream }: Derived["media"], plan: SpritePlan | undefined): string => {
  const size = fitInto(probe, { width: POSTER_MAX_WIDTH_PX, height: POSTER_MAX_HEIGHT_PX });
  const posterAtS = Math.min(POSTER_AT_S, (probe.duration ?? 0) / 2);
  const poster = `select='gte(t,${posterAtS})*isnan(prev_selected_t)',scale=${size.width}:${size.height}[poster]`;
  if (!plan) return `[0:${pictureStream}]select='eq(n,0)',scale=${size.width}:${size.height}[poster]`;
  const { secondsPerTile, tileWidth, tileHeight, columns, rows, tiles } = plan;
  return [
    `[0:${pictureStream}]split=2[one][many]`,
    `[one]${poster}`,
    // Pad a short stream with its last frame instead of black.
    `[many]fps=1/${secondsPerTile},scale=${tileWidth}:${tileHeight},tpad=stop=${tiles}:stop_mode=clone,tile=${columns}x${rows}[sprite]`,
  ].join(";");
};
