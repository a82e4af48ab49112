import type { AssetProbe } from "@dailies/contract";
import type { MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { kindOfMime } from "../assets.rules.ts";
import { type Derivatives, deriveMedia } from "./media-derive.ts";
import { probeMedia } from "./media-probe.ts";
import { isRefusal, type Refusal, refuse } from "./media-refusal.ts";
import type { Scratch } from "./media-scratch.ts";
import type { MediaType } from "./media-sniff-containers.ts";

export interface InspectedMedia {
  readonly type: MediaType;
  readonly probe: AssetProbe;
  readonly derivatives: Derivatives | undefined;
}

/**
 * A file declared as an image or a video must be one: stored as something else it would be listed misleadingly. Video
 * and audio share containers, so either is accepted for the other.
 */
const judgeDeclared = (declaredMime: string, type: MediaType | undefined): Refusal | undefined => {
  const declared = kindOfMime(declaredMime);
  if (declared !== "video" && declared !== "image") return undefined;
  const isImage = type?.kind === "image";
  if (type && isImage === (declared === "image")) return undefined;
  const found = type ? `it is ${type.mime}` : "its content is nothing that can be checked as such";
  return refuse(`it was sent as ${declaredMime}, but ${found}`);
};

export interface Suspect {
  /** As declared by the uploader. */
  readonly declaredMime: string;
  /** As sniffed from the bytes; undefined for a file that is stored without inspection. */
  readonly type: MediaType | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Returns undefined for a file without inspectable media. All other files are parsed only inside the sandbox. */
export const inspectFile = async (
  jail: Pick<MediaJail, "run">,
  scratch: Scratch,
  { declaredMime, type, signal }: Suspect,
): Promise<InspectedMedia | Refusal | undefined> =>
  judgeDeclared(declaredMime, type) ?? (type && inspectMedia(jail, scratch, { type, signal }));

/** Probes a file and makes its derivatives, all inside the sandbox. */
const inspectMedia = async (
  jail: Pick<MediaJail, "run">,
  { inputPath, outputs }: Scratch,
  { type, signal }: { type: MediaType; signal?: AbortSignal | undefined },
): Promise<InspectedMedia | Refusal> => {
  const media = await probeMedia(jail, { inputPath, type, signal });
  if (isRefusal(media)) return media;
  const { pictureStream } = media;
  if (pictureStream === undefined) return { ...media, derivatives: undefined };
  const derivatives = await deriveMedia(jail, {
    inputPath,
    type,
    outputs,
    signal,
    media: { ...media, pictureStream },
  });
  return isRefusal(derivatives) ? derivatives : { ...media, derivatives };
};
