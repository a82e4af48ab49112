import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { inspectFile } from "../../apps/server/src/features/assets/media/media-inspect.ts";
import { receiveFile } from "../../apps/server/src/features/assets/media/media-receive.ts";
import { isRefusal } from "../../apps/server/src/features/assets/media/media-refusal.ts";
import { type Scratch, withScratch } from "../../apps/server/src/features/assets/media/media-scratch.ts";
import type { JailOutcome, MediaJail } from "../../apps/server/src/platform/sandbox/media-jail.ts";
import type { HostileFile } from "./hostile-file.ts";

export interface CheckedFile {
  readonly file: HostileFile;
  readonly verdict: "rejected" | "unopened" | "ready" | "crashed";
  readonly words: string;
  readonly tookMs: number;
}

export interface Lab {
  readonly jail: MediaJail;
  readonly scratchRoot: string;
}

/** The same steps as the worker: receive, sniff, probe, draw. */
export const checkFile = async ({ jail, scratchRoot }: Lab, file: HostileFile): Promise<CheckedFile> => {
  const startedMs = performance.now();
  const found = await withScratch(scratchRoot, file.content.length, (scratch) => inspect(jail, scratch, file)).catch(
    (error: unknown) => ({ verdict: "crashed" as const, words: String(error) }),
  );
  return { file, ...found, tookMs: performance.now() - startedMs };
};

const inspect = async (
  jail: MediaJail,
  scratch: Scratch,
  { content, declaredMime }: HostileFile,
): Promise<Pick<CheckedFile, "verdict" | "words">> => {
  const stream = Readable.from(content.length > 0 ? [content] : []);
  const { type } = await receiveFile(stream, { path: scratch.inputPath, maxBytes: content.length });
  const found = await inspectFile(jail, scratch, { declaredMime, type });
  if (!found) return { verdict: "unopened", words: "stored as it is" };
  if (isRefusal(found)) return { verdict: "rejected", words: found.verdict };
  return { verdict: "ready", words: `${found.type.mime} ${found.probe.codec ?? found.probe.audio}` };
};

const EVERYTHING = "file,http,https,tcp,udp,tls,rtp,crypto,concat,concatf,subfile,data,hls,cache,async";
/** The least safe command line possible. */
export const carelessArguments = (demuxer: string, input: string): string[] => [
  "-v",
  "error",
  "-nostdin",
  "-y",
  "-protocol_whitelist",
  EVERYTHING,
  "-f",
  demuxer,
  ...(demuxer === "concat" ? ["-safe", "0"] : []),
  ...(demuxer === "hls" ? ["-allowed_extensions", "ALL"] : []),
  "-i",
  input,
  "-map",
  "0",
  "-c",
  "copy",
  "-f",
  "data",
  "-",
];

/** The second line of defence alone: what the sandbox blocks when nothing in front of it does. */
export const openCarelessly = ({ jail, scratchRoot }: Lab, demuxer: string, content: Buffer): Promise<JailOutcome> =>
  withScratch(scratchRoot, content.length, async ({ inputPath }) => {
    await writeFile(inputPath, content, { mode: 0o644 });
    const limits = { cpuS: 10, wallMs: 20_000, memoryBytes: 2 * 1024 ** 3, outputFileBytes: 0 };
    return jail.run({ program: "ffmpeg", args: carelessArguments(demuxer, "/in/file"), inputPath, limits });
  });
