// Indexes a dataset three times, grown and changed in between, while worker, writer and storage are killed; then reads every
// row.
import { randomUUID } from "node:crypto";
import { datasetCatalogueRoutes } from "@dailies/contract";
import { sql } from "kysely";
import { seeded } from "../../seeded.ts";
import { consoleCalls } from "../harness/console-calls.ts";
import { startWorld, type World } from "../harness/data-world.ts";
import { aPersonWithSession } from "../harness/own-database.ts";
import { audit, type ExpectedVersion } from "./audit.ts";
import { planFaults, strike } from "./injected-faults.ts";
import { putSet } from "./make-set.ts";

export interface IndexChaos {
  readonly samples: number;
  readonly faultCount: number;
  readonly seed: number;
}

const FOLDER = "chaos-set/";
const ROUNDS = 3;
/** The same at any size, so that parts can be taken over and there is more than one append. */
const PARTS = 20;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** The first half of the dataset, then all of it, then all of it without a few samples in the middle. */
const serialsOf = (round: number, samples: number): number[] => {
  if (round === 0) return upTo(Math.ceil(samples / 2));
  const all = upTo(samples);
  return round === 1 ? all : all.filter((serial) => serial < samples / 2 || serial >= samples / 2 + 7);
};

const indexUnderFaults = async (world: World, { samples, faultCount, seed }: IndexChaos): Promise<boolean> => {
  const { data } = world;
  const random = seeded(seed);
  const calls = consoleCalls(world.origin, await aPersonWithSession(world.databaseUrl, []));
  const uri = `s3://${data.storage.bucket}/${FOLDER}`;
  const versions: ExpectedVersion[] = [];
  let datasetId = "";
  let struck = 0;
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    const serials = serialsOf(round, samples);
    await putSet(data.storage, FOLDER, { serials, seed, total: samples });
    versions.push({ version: round + 1, serials, seed });
    const startedMs = performance.now();
    if (round === 0) {
      const body = { uri, name: "Chaos", description: "", tags: [], request_key: randomUUID() };
      datasetId = (await calls.insist(datasetCatalogueRoutes.createDataset, { body })).id;
    } else {
      await calls.insist(datasetCatalogueRoutes.indexDataset, {
        params: { id: datasetId },
        body: { note: `${round}` },
      });
    }
    const share = Math.floor(faultCount / ROUNDS) + Number(round < faultCount % ROUNDS);
    struck += await strike(world, datasetId, planFaults(share, random), { random, print });
    print(
      `  version ${round + 1}: ${serials.length} samples in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`,
    );
  }
  const seconds = (performance.now() - began) / 1_000;
  const faults = await audit(world, datasetId, versions);
  const { rows } = await sql<{ tries: number; reused: number; parts: number }>`
    select (select max(table_try) from dataset_index_run)::int as tries, count(*)::int as parts,
      (count(*) - count(distinct staged_key))::int as reused from dataset_index_part`.execute(data.db);
  const [{ tries = 0, reused = 0, parts = 0 } = {}] = rows;
  if (struck === 0 && faultCount > 0) faults.push("no fault was injected");
  for (const fault of faults) print(`  FAULT ${fault}`);
  const total = versions.reduce((sum, { serials }) => sum + serials.length, 0);
  print(
    `index: ${samples} samples, ${ROUNDS} versions (${total} rows checked one by one), ${struck} of ${faultCount} faults injected, seed ${seed}, ` +
      `${seconds.toFixed(0)} s; ${parts} parts, ${reused} taken over unread; at most ${tries} tables left; ${faults.length} faults`,
  );
  return faults.length === 0;
};

export const chaosIndex = async (options: IndexChaos): Promise<boolean> => {
  const world = await startWorld("index", {
    DAILIES_INDEX_PART_SAMPLES: `${Math.max(100, Math.ceil(options.samples / PARTS))}`,
  });
  try {
    return await indexUnderFaults(world, options);
  } finally {
    await world.stop();
  }
};
