import { stat } from "node:fs/promises";
import { DomainError } from "../../../errors.ts";
import type { MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { openingForCopies, type Refusal, refusalOf, type Scratch } from "../../assets/index.ts";
import { blankNames } from "../judging/blank-names.ts";
import type { ClipFile } from "../measuring/measure-clip.ts";
import { CONTAINERS, type Container, stripArguments } from "./strip.rules.ts";

export interface StrippedClip {
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** Allowance for a new header and a rewritten index. */
const MORE_BYTES = 16 * 1024 ** 2;

/**
 * Copies video and audio without metadata: no names, dates, programs or other streams. Uses the container that every browser
 * plays, unless it cannot hold these streams.
 */
export const stripClip = async (
  jail: Pick<MediaJail, "run">,
  clip: ClipFile,
  { scratch, sizeBytes, signal }: { scratch: Pick<Scratch, "addOutput">; sizeBytes: number; signal: AbortSignal },
): Promise<StrippedClip | Refusal> => {
  const limits = {
    cpuS: 120,
    wallMs: 600_000,
    memoryBytes: 2 * 1024 ** 3,
    outputFileBytes: sizeBytes + MORE_BYTES,
  };
  const copyInto = async (container: Container): Promise<StrippedClip | Refusal> => {
    const path = await scratch.addOutput(container.muxer);
    const args = stripArguments(openingForCopies(clip.type), clip.probe.codec, container.muxer);
    const outputs = { stripped: path };
    const outcome = await jail.run({ program: "ffmpeg", args, inputPath: clip.inputPath, outputs, limits, signal });
    const refusal = refusalOf(outcome);
    if (refusal?.isPerhapsOurs) throw new DomainError("unavailable", "copying the file timed out and is retried");
    if (refusal) return refusal;
    await blankNames(path);
    const { size } = await stat(path);
    return size === 0
      ? { verdict: "nothing of it could be copied" }
      : { path, sizeBytes: size, contentType: container.contentType };
  };
  let last: StrippedClip | Refusal = { verdict: "it cannot be copied" };
  for (const container of CONTAINERS) {
    last = await copyInto(container);
    if ("path" in last) return last;
  }
  return last;
};
