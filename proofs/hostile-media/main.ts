// Sends a corpus of hostile files through the steps of the worker and checks everything that must not happen: a crash, a
// network packet, access to another file, a surviving process, an exceeded limit.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { DERIVE_LIMITS, PROBE_LIMITS } from "../../apps/server/src/features/assets/media/media-limits.ts";
import { createMediaJail, type MediaJail } from "../../apps/server/src/platform/sandbox/media-jail.ts";
import { chunk, riff } from "./bytes.ts";
import { type CheckedFile, carelessArguments, checkFile, type Lab, openCarelessly } from "./check-file.ts";
import { type Corpus, makeCorpus } from "./corpus.ts";
import { summary, verdictTable } from "./report.ts";
import { playlists } from "./text-files.ts";
import { type Listener, listen, survivorsOf, watchMemory } from "./watch.ts";

const AT_ONCE = 2;
const VALID_AFTER = 10;
const CARELESS_DEMUXERS = ["hls", "dash", "concat", "sdp"];
const LONGEST_MS = PROBE_LIMITS.wallMs + DERIVE_LIMITS.wallMs;
const TABLE = fileURLToPath(new URL("../../docs/hostile-media.md", import.meta.url));

/** Records the output of every program in the sandbox. */
const overheard = (jail: MediaJail): { jail: MediaJail; said: string[] } => {
  const said: string[] = [];
  const run: MediaJail["run"] = async (command) => {
    const outcome = await jail.run(command);
    said.push(outcome.stdout, outcome.stderr);
    return outcome;
  };
  return { jail: { ...jail, run }, said };
};

const inTurns = async <T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> => {
  const left = [...items];
  const lane = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
};

/** A valid clip must still pass between the others. */
const checkAll = async (
  lab: Lab,
  { files, valid }: Corpus,
): Promise<{ results: CheckedFile[]; validFailed: number }> => {
  const results: CheckedFile[] = [];
  const fine = { family: "valid", name: valid.name, declaredMime: valid.mime, content: valid.content } as const;
  let validFailed = 0;
  await inTurns(files, async (file) => {
    results.push(await checkFile(lab, file));
    if (results.length % VALID_AFTER !== 0) return;
    const { verdict } = await checkFile(lab, { ...fine, expected: "any" });
    if (verdict !== "ready") validFailed += 1;
  });
  return { results: files.flatMap((file) => results.find((result) => result.file === file) ?? []), validFailed };
};

/** Positive control: a listener that never receives anything would prove nothing. */
const listenerHears = async (folder: string, listener: Listener): Promise<boolean> => {
  const path = join(folder, "bait");
  await writeFile(path, `#EXTM3U\n#EXTINF:1,\n${listener.address}\n#EXT-X-ENDLIST\n`);
  await promisify(execFile)("ffmpeg", carelessArguments("hls", path)).catch(() => undefined);
  return listener.contacts() > 0;
};

/** A WAV whose samples are the canary's text: opening it as media passes the text on. */
const soundOf = (canary: string): Buffer => {
  const format = Buffer.from([1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0]);
  return riff("WAVE", Buffer.concat([chunk("fmt ", format), chunk("data", Buffer.from(canary.repeat(500)))]));
};

/** The same control for the canary: outside of the sandbox a playlist must leak it. */
const canaryShows = async (folder: string, canaryPath: string, canary: string): Promise<boolean> => {
  const path = join(folder, "list");
  await writeFile(path, `ffconcat version 1.0\nfile '${canaryPath}'\n`);
  const { stdout } = await promisify(execFile)("ffmpeg", carelessArguments("concat", path));
  return stdout.includes(canary);
};

const run = async (folder: string, options: { count: number; seed: number; isWritten: boolean }): Promise<string[]> => {
  const startedMs = performance.now();
  const canary = randomBytes(16).toString("hex");
  const canaryPath = join(folder, "canary");
  await writeFile(canaryPath, soundOf(canary), { mode: 0o644 });
  const listener = await listen();
  const memory = watchMemory();
  const { jail, said } = overheard(createMediaJail({ running: AT_ONCE, waiting: 64 }));
  const lab = { jail, scratchRoot: join(folder, "scratch") };
  try {
    const isHeard = await listenerHears(folder, listener);
    const isSeen = await canaryShows(folder, canaryPath, canary);
    const before = listener.contacts();
    const corpus = await makeCorpus({ folder, canaryPath, address: listener.address, ...options });
    const { results, validFailed } = await checkAll(lab, corpus);
    const careless = playlists({ canaryPath, address: listener.address }).flatMap(([, text]) =>
      CARELESS_DEMUXERS.map((demuxer) => ({ demuxer, content: Buffer.from(text, "latin1") })),
    );
    await inTurns(careless, async ({ demuxer, content }) => {
      await openCarelessly(lab, demuxer, content);
    });
    if (options.isWritten) await writeFile(TABLE, verdictTable(results));
    const unexpected = results.filter(({ file, verdict }) => file.expected !== "any" && file.expected !== verdict);
    const slow = results.filter(({ tookMs }) => tookMs > LONGEST_MS).length;
    const leaks = said.filter((text) => text.includes(canary)).length;
    const contacts = listener.contacts() - before;
    const survivors = survivorsOf(folder).length;
    const crashed = results.filter(({ verdict }) => verdict === "crashed").length;
    const isBounded = memory.peakBytes() <= DERIVE_LIMITS.memoryBytes;
    process.stdout.write(`${summary(results).join("\n")}\n`);
    process.stdout.write(
      `${results.length} hostile files and ${careless.length} careless openings, seed ${options.seed}: ${crashed} crashes, ${contacts} contacts,` +
        ` ${leaks} looks outside, ${survivors} survivors, ${validFailed} valid clips refused, ${unexpected.length} unexpected verdicts,` +
        ` peak ${Math.round(memory.peakBytes() / 1024 ** 2)} MiB, ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`,
    );
    const faults = { crashed, contacts, leaks, survivors, validFailed, slow };
    return [
      ...Object.entries(faults).flatMap(([name, times]) => (times > 0 ? [`${name}: ${times}`] : [])),
      ...unexpected.map(({ file, verdict, words }) => `${file.family}, ${file.name}: ${verdict} (${words})`),
      ...results.filter(({ verdict }) => verdict === "crashed").map(({ file, words }) => `${file.name}: ${words}`),
      ...(isSeen ? [] : ["the canary did not show where there is no jail"]),
      ...(isHeard ? [] : ["the listener did not hear its own bait"]),
      ...(isBounded ? [] : ["a program held more memory than it may"]),
    ];
  } finally {
    memory.stop();
    listener.close();
  }
};

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  },
});
const folder = await mkdtemp(join(tmpdir(), "hostile-media-"));
await chmod(folder, 0o711);
try {
  const options = { count: Number(values.files), seed: Number(values.seed), isWritten: values.write };
  const faults = await run(folder, options);
  for (const fault of faults) process.stdout.write(`  FAULT ${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}
