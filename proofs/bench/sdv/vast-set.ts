// The same on a dataset whose index describes 100,000 shards and a billion samples.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Seeded } from "../../seeded.ts";
import { cpuNanoseconds } from "../cpu-time.ts";
import type { BenchRun } from "../figures/bench-run.ts";
import { print } from "../ledger/report.ts";
import { type Api, findHeadBytes, judge, measureTarget, openSet, type Seen, type Target } from "./measure.ts";
import type { Client } from "./timed-get.ts";
import { boundsOf, captionOf, SAMPLES_A_SHARD, shardName } from "./vast-shard.ts";

export const VAST_BUCKET = "vast";
const SETS = ["a", "b", "c"] as const;

export interface VastStore {
  readonly origin: string;
  readonly indexBytes: number;
  /** Requests since the last call; the product's I/O meter must agree with it. */
  readonly countRequests: () => Promise<number>;
  readonly stop: () => void;
}

export const startVastStore = async (shards: number): Promise<VastStore> => {
  const program = fileURLToPath(new URL("./range-server.ts", import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [program, `${shards}`], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the store ended before it listened")));
  ended.catch(() => undefined);
  const [hello] = (await Promise.race([once(child, "message"), ended])) as [{ origin: string; indexBytes: number }];
  return {
    ...hello,
    countRequests: async () => {
      const answered = once(child, "message") as Promise<[number]>;
      child.send("count");
      return (await answered)[0];
    },
    stop: () => child.kill("SIGKILL"),
  };
};

const residentMb = async (pid: number, field: "VmRSS" | "VmHWM"): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
};

const targetOf = (origin: string, set: string, shard: number, indexInShard: number): Target => ({
  index: shard * SAMPLES_A_SHARD + indexInShard,
  shard,
  indexInShard,
  caption: captionOf(shard, indexInShard),
  ...boundsOf(indexInShard),
  url: `${origin}/${VAST_BUCKET}/${set}/${shardName(shard)}`,
});

interface VastSetOptions {
  readonly store: VastStore;
  readonly shards: number;
  readonly samples: number;
  readonly apiPid: number;
  readonly random: Seeded;
}

const measureOpening = async (api: Api, { store, shards, apiPid }: VastSetOptions) => {
  const before = await residentMb(apiPid, "VmRSS");
  const cpuBefore = cpuNanoseconds(apiPid);
  const times: number[] = [];
  let handle = "";
  for (const set of SETS) {
    const { answer, tookMs } = await openSet(api, `s3://${VAST_BUCKET}/${set}/index.json`);
    if (answer.samples !== shards * SAMPLES_A_SHARD) throw new Error(`it has ${answer.samples} samples`);
    times.push(tookMs);
    handle = answer.handle;
  }
  const grewMb = (await residentMb(apiPid, "VmHWM")) - before;
  const cpuS = (cpuNanoseconds(apiPid) - cpuBefore) / 1e9 / SETS.length;
  const slowest = Math.max(...times);
  const words = times.map((ms) => `${(ms / 1_000).toFixed(2)} s`).join(", ");
  print(
    `  opening ${shards.toLocaleString("en")} shards, ${(shards * SAMPLES_A_SHARD).toLocaleString("en")} samples, ` +
      `index of ${(store.indexBytes / 1e6).toFixed(0)} MB: ${words}, ${cpuS.toFixed(2)} s of processor each; ` +
      `three of them grew the server by ${grewMb.toFixed(0)} MB at its peak`,
  );
  const figures = [
    { id: "sdv.vast.open", value: slowest / 1_000 },
    { id: "sdv.vast.growth", value: grewMb },
  ];
  return { handle, figures, before };
};

export const measureVastSet = async (api: Api, bare: Client, options: VastSetOptions): Promise<BenchRun[]> => {
  const { store, shards, samples, random, apiPid } = options;
  const opening = await measureOpening(api, options);
  const [cold, warm]: [Seen[], Seen[]] = [[], []];
  const last = SETS.at(-1) ?? "";
  const seen = new Set<number>();
  const headBytes = await findHeadBytes(api, opening.handle, 0);
  await store.countRequests();
  const cpuBefore = cpuNanoseconds(apiPid);
  for (let turn = 0; turn < samples; turn++) {
    const shard = random.below(shards);
    // A shard that was read before is not cold.
    if (seen.has(shard)) continue;
    seen.add(shard);
    const at = random.below(SAMPLES_A_SHARD - 1);
    const read = (index: number) =>
      measureTarget(api, bare, opening.handle, targetOf(store.origin, last, shard, index), {
        turn,
        headBytes,
      });
    cold.push(await read(at));
    warm.push(await read(at));
  }
  const bareReads = (cold.length + warm.length) * 4;
  const told = [...cold, ...warm].reduce((sum, { requests }) => sum + requests, 0);
  const counted = (await store.countRequests()) - bareReads;
  const cpuMs = (cpuNanoseconds(apiPid) - cpuBefore) / 1e6 / (cold.length + warm.length);
  const grewMb = (await residentMb(apiPid, "VmRSS")) - opening.before;
  print(
    `  the meter told of ${told} reads, the store counted ${counted}; ${cpuMs.toFixed(2)} ms of processor a sample; ` +
      `the server holds ${grewMb.toFixed(0)} MB more than before`,
  );
  const kind = { measurement: "sdv.vast", isTimed: false };
  return [
    {
      figures: opening.figures,
      voids: [],
      faults: told === counted ? [] : [`the meter told of ${told} reads, the store counted ${counted}`],
    },
    judge(cold, { ...kind, name: "cold" }),
    judge(warm, { ...kind, name: "warm" }),
  ];
};
