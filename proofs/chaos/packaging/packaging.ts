// Packages one view several times while worker, API, storage, database and Temporal are killed: every package must have the
// bytes of the first, which nobody disturbed. Then cancels one and looks for what it left behind.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type PackageDetail, packagesRoutes } from "@dailies/contract";
import { indexFolder, saveWholeView } from "../../load/registered-folder.ts";
import { seeded } from "../../seeded.ts";
import { type ConsoleCalls, consoleCalls } from "../harness/console-calls.ts";
import { startWorld, type World } from "../harness/data-world.ts";
import { aPersonWithSession } from "../harness/own-database.ts";
import { auditPackage, auditRemoved } from "./audit.ts";
import { putClipSet } from "./clip-set.ts";
import { kill, planFaults, strike, waitUntil } from "./injected-faults.ts";
import { watchIndex } from "./watch-index.ts";

export interface PackagingChaos {
  readonly samples: number;
  readonly faultCount: number;
  readonly seed: number;
}

const FOLDER = "chaos-clips/";
const DISTURBED = 3;
const SHARD_BYTES = 1024 ** 2;
const LOOK_MS = 200;
const REMOVED_MS = 180_000;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Stores and indexes the clips. Returns the id of the view of all of them. */
const prepareView = async (world: World, calls: ConsoleCalls, { samples, seed }: PackagingChaos): Promise<string> => {
  const { storage } = world.data;
  await putClipSet(storage, FOLDER, { count: samples, seed });
  return saveWholeView(calls, await indexFolder(calls, storage.bucket, FOLDER));
};

const SETTINGS = {
  format: "MDS" as const,
  columns: [
    { source: "$media", name: "clip" },
    { source: "caption", name: "caption" },
    { source: "serial", name: "serial" },
  ],
  shard_bytes: SHARD_BYTES,
  // In storage order neighbours are read together: most of the time is left for the faults.
  order: "view" as const,
};

interface Stage {
  readonly world: World;
  readonly calls: ConsoleCalls;
  readonly viewId: string;
  readonly options: PackagingChaos;
}

const create = ({ calls, viewId }: Stage): Promise<PackageDetail> =>
  calls.insist(packagesRoutes.createPackage, {
    body: { name: "Chaos", view_id: viewId, settings: SETTINGS, request_key: randomUUID() },
  });

const folderOf = ({ id }: PackageDetail): string => `packages/${id}/`;

interface Outcome {
  readonly made: PackageDetail;
  readonly struck: number;
  readonly faults: string[];
}

/** Writes one package under these faults, and reads all of it. */
const writeOne = async (stage: Stage, struckBy: (id: string) => Promise<number>): Promise<Outcome> => {
  const { world, calls, options } = stage;
  const startedMs = performance.now();
  const { id } = await create(stage);
  const folder = `packages/${id}/`;
  const watch = watchIndex(world, id, folder);
  const struck = await struckBy(id);
  await waitUntil(world, id, () => false);
  const faults = await watch.stop();
  const made = await calls.insist(packagesRoutes.getPackage, { params: { id } });
  if (made.status !== "Ready") return { made, struck, faults: [...faults, `${folder}: ${made.status}, ${made.error}`] };
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  print(
    `  ${made.name}@${made.number}: ${made.shards_total} shards in ${seconds} s, ${watch.looks()} looks at its index`,
  );
  faults.push(...(await auditPackage(world.data.storage, folder, options)));
  if (made.samples_done !== options.samples) faults.push(`${folder}: says ${made.samples_done} samples`);
  return { made, struck, faults };
};

/** Cancelled in the middle, with the worker killed at the same time. */
const cancelOne = async (stage: Stage): Promise<string[]> => {
  const { world, calls } = stage;
  const made = await create(stage);
  await waitUntil(world, made.id, ({ done }) => done > 0);
  await Promise.all([calls.insist(packagesRoutes.cancelPackage, { params: { id: made.id } }), kill(world, "worker")]);
  const deadlineMs = performance.now() + REMOVED_MS;
  for (;;) {
    const faults = await auditRemoved(world.data.storage, folderOf(made));
    if (faults.length === 0 || performance.now() > deadlineMs) return faults;
    await sleep(LOOK_MS);
  }
};

const packageUnderFaults = async (world: World, options: PackagingChaos): Promise<boolean> => {
  const random = seeded(options.seed);
  const calls = consoleCalls(world.origin, await aPersonWithSession(world.databaseUrl, []));
  const began = performance.now();
  const stage = { world, calls, options, viewId: await prepareView(world, calls, options) };
  const first = await writeOne(stage, async () => 0);
  const faults = [...first.faults];
  let struck = 0;
  for (let round = 0; round < DISTURBED; round++) {
    const share = Math.floor(options.faultCount / DISTURBED) + Number(round < options.faultCount % DISTURBED);
    const planned = planFaults(share, random);
    const outcome = await writeOne(stage, (id) => strike(world, id, planned, { random, print }));
    struck += outcome.struck;
    faults.push(...outcome.faults);
    if (outcome.made.content_sha256 !== first.made.content_sha256)
      faults.push(`${folderOf(outcome.made)}: its content is not that of the undisturbed package`);
  }
  faults.push(...(await cancelOne(stage)));
  if (struck === 0 && options.faultCount > 0) faults.push("no fault was injected");
  for (const fault of faults) print(`  FAULT ${fault}`);
  print(
    `packaging: ${options.samples} samples, ${1 + DISTURBED} packages read sample by sample and one cancelled, ` +
      `${struck} of ${options.faultCount} faults injected, seed ${options.seed}, ` +
      `${((performance.now() - began) / 1_000).toFixed(0)} s; ${faults.length} faults`,
  );
  return faults.length === 0;
};

export const chaosPackaging = async (options: PackagingChaos): Promise<boolean> => {
  const world = await startWorld("packaging", {});
  try {
    return await packageUnderFaults(world, options);
  } finally {
    await world.stop();
  }
};
