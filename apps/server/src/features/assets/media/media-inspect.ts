import { extname } from "node:path";
import type { AssetProbe } from "@dailies/contract";
import type { MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { type AssetKind, kindOfMime } from "../assets.rules.ts";
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

/** Only of formats whose bytes are recognised: a file of any other name may be anything. */
const kindOfName = (name: string): AssetKind => {
  if (/\.(png|jpe?g|gif|webp)$/i.test(name)) return "image";
  return /\.(mp4|m4v|mov|webm|mkv|avi)$/i.test(name) ? "video" : "other";
};

/** What a file is said to be, and by what. */
interface Claim {
  readonly kind: AssetKind;
  readonly words: string;
}

/**
 * A file said to be an image or a video must be one: stored as something else it would be listed misleadingly. Video
 * and audio share containers, so either is accepted for the other.
 */
const judgeClaim = (claim: Claim, type: MediaType | undefined): Refusal | undefined => {
  if (claim.kind !== "video" && claim.kind !== "image") return undefined;
  const isImage = type?.kind === "image";
  if (type && isImage === (claim.kind === "image")) return undefined;
  const found = type ? `it is ${type.mime}` : "its content is nothing that can be checked as such";
  return refuse(`${claim.words}, but ${found}`);
};

export interface Suspect {
  /** As declared by the uploader. */
  readonly declaredMime: string;
  /** Absent for files that have no name. */
  readonly name?: string;
  /** As sniffed from the bytes; undefined for a file that is stored without inspection. */
  readonly type: MediaType | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Returns undefined for a file without inspectable media. All other files are parsed only inside the sandbox. */
export const inspectFile = async (
  jail: Pick<MediaJail, "run">,
  scratch: Scratch,
  { declaredMime, name = "", type, signal }: Suspect,
): Promise<InspectedMedia | Refusal | undefined> =>
  judgeClaim({ kind: kindOfMime(declaredMime), words: `it was sent as ${declaredMime}` }, type) ??
  judgeClaim({ kind: kindOfName(name), words: `its name ends in ${extname(name)}` }, type) ??
  (type && inspectMedia(jail, scratch, { type, signal }));

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
