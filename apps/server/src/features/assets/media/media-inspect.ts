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
 * A file that calls itself a picture or a clip must be one: stored as something else it would mislead whoever reads the
 * list. Between clips and sound the container does not decide.
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
  /** What the sender said. */
  readonly declaredMime: string;
  /** What the bytes say; undefined is something that is only stored. */
  readonly type: MediaType | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Undefined: a file with nothing in it to look at. Every byte of the others is read inside the jail. */
export const inspectFile = async (
  jail: Pick<MediaJail, "run">,
  scratch: Scratch,
  { declaredMime, type, signal }: Suspect,
): Promise<InspectedMedia | Refusal | undefined> =>
  judgeDeclared(declaredMime, type) ?? (type && inspectMedia(jail, scratch, { type, signal }));

/** Probes a file and draws its pictures; every byte of it is read inside the jail. */
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
