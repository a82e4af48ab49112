// Cells per second through the whole product with a performer that takes no time, against bare activities on the same
// Temporal.
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { type Bench, type BenchRun, controlVoids, stolenVoids } from "../figures/bench-run.ts";
import { drift, interval90, median } from "../statistics.ts";
import { type Growth, growthOf } from "./growth.ts";
import { countWrites, echoCells, generateCells, prepareCells, registerInstant } from "./sides.ts";
import { openStage, type Stage } from "./stage.ts";

/** The two sides wait for the same engines, so even equal sides differ by this much. */
const CONTROL = 0.3;
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface Pairing {
  readonly product: number[];
  readonly echo: number[];
  readonly again: number[];
}

/**
 * Echo, product, product, echo: drift of the machine affects both alike. Echo against echo shows how stable the machine is.
 */
const pair = async (stage: Stage, performerId: string, cells: number, rounds: number): Promise<Pairing> => {
  const result: Pairing = { product: [], echo: [], again: [] };
  const product = async (): Promise<void> => {
    const taskId = await prepareCells(stage, performerId, cells);
    result.product.push(cells / (await generateCells(stage, taskId, cells)));
  };
  for (let round = 0; round < rounds; round++) {
    result.echo.push(cells / (await echoCells(stage, cells)));
    await product();
    await product();
    result.again.push(cells / (await echoCells(stage, cells)));
  }
  return result;
};

const line = (name: string, ratios: readonly number[]): string => {
  const [low, high] = interval90(ratios);
  return `  ${name.padEnd(20)} ${median(ratios).toFixed(3)}  90 % ${low.toFixed(3)}–${high.toFixed(3)}  half ${drift(ratios).toFixed(3)}`;
};

/** Rows and transactions that one cell costs: the same on every machine. */
const countOnce = async (stage: Stage, performerId: string, cells: number) => {
  const taskId = await prepareCells(stage, performerId, cells);
  const before = await countWrites(stage);
  await generateCells(stage, taskId, cells);
  const after = await countWrites(stage);
  return { rows: (after.rows - before.rows) / cells, transactions: (after.commits - before.commits) / cells };
};

const conclude = (pairing: Pairing, written: { rows: number; transactions: number }, stolen: number): BenchRun => {
  const { product, echo, again } = pairing;
  const ratios = product.map(
    (rate, index) => rate / (([echo, again][index % 2] ?? [])[Math.floor(index / 2)] ?? Number.NaN),
  );
  const control = again.map((rate, index) => rate / (echo[index] ?? Number.NaN));
  const rates = `product ${median(product).toFixed(1)} cells/s, echo ${median([...echo, ...again]).toFixed(1)}/s`;
  const writes = `${written.rows.toFixed(1)} rows and ${written.transactions.toFixed(1)} transactions a cell`;
  print(rates);
  print(line("product / echo", ratios));
  print(line("echo / echo", control));
  print(`  database: ${writes}; stolen ${(stolen * 100).toFixed(1)} %`);
  return {
    figures: [
      { id: "generation.ratio", value: median(ratios), interval: interval90(ratios) },
      { id: "generation.rows", value: written.rows },
      { id: "generation.transactions", value: written.transactions },
    ],
    voids: [...controlVoids("echo against itself", median(control), CONTROL), ...stolenVoids(stolen)],
    faults: [],
    notes: { generation: `${rates}; ${writes}; echo against itself ${median(control).toFixed(3)}` },
  };
};

export const benchGeneration: Bench = async ({ isSmoke }) => {
  const [cells, rounds] = isSmoke ? [100, 1] : [500, 6];
  const before = machineTime();
  const stage = await openStage();
  try {
    const performerId = await registerInstant(stage);
    // Warm up both sides with their own workload.
    await echoCells(stage, cells);
    const written = await countOnce(stage, performerId, cells);
    print(`${cells} cells a slice, ${rounds} rounds`);
    const run = conclude(await pair(stage, performerId, cells, rounds), written, stolenShare(before));
    if (!isSmoke) await grow(stage, performerId);
    return run;
  } finally {
    await stage.close();
  }
};

/** What a cell leaves in the worker shows between grids of different sizes: the first one also fills caches. */
const grow = async (stage: Stage, performerId: string): Promise<void> => {
  let before: Growth | undefined;
  for (const size of sizesAsked()) {
    const growth = await growthOf(stage, performerId, size);
    print(growth.line);
    if (before !== undefined) {
      const bytes = (growth.heldBytes - before.heldBytes) / growth.cells;
      print(`  ${bytes.toFixed(0)} bytes held for each of the last ${growth.cells} cells`);
    }
    before = growth;
  }
};

/** `--grow 1000,10000,100000` also measures growth, which takes long. */
const sizesAsked = (): number[] => {
  const at = process.argv.indexOf("--grow");
  return at === -1 ? [] : (process.argv[at + 1] ?? "").split(",").map(Number);
};
