// Cells a second through the whole product with a performer that takes no time, against bare activities on the same Temporal.
import { machineTime, stolenShare } from "../cpu-time.ts";
import { drift, interval90, median } from "../statistics.ts";
import { growthOf } from "./growth.ts";
import { countWrites, echoCells, generateCells, prepareCells, registerInstant } from "./sides.ts";
import { openStage, type Stage } from "./stage.ts";

const GOAL = 0.8;
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface Pairing {
  readonly product: number[];
  readonly echo: number[];
  readonly again: number[];
}

/** Echo, product, product, echo: a drift of the machine meets both alike. Echo against echo says how even the machine is. */
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

const line = (name: string, ratios: readonly number[], rest = ""): string => {
  const [low, high] = interval90(ratios);
  return `  ${name.padEnd(20)} ${median(ratios).toFixed(3)}  90 % ${low.toFixed(3)}–${high.toFixed(3)}  half ${drift(ratios).toFixed(3)}${rest}`;
};

export const benchGeneration = async (isSmoke: boolean): Promise<boolean> => {
  const [cells, rounds] = isSmoke ? [100, 1] : [500, 6];
  const before = machineTime();
  const stage = await openStage();
  try {
    const performerId = await registerInstant(stage);
    // Both sides warm, each with what it will do.
    await echoCells(stage, cells);
    await generateCells(stage, await prepareCells(stage, performerId, cells), cells);
    const { product, echo, again } = await pair(stage, performerId, cells, rounds);
    const ratios = product.map(
      (rate, index) => rate / (([echo, again][index % 2] ?? [])[Math.floor(index / 2)] ?? Number.NaN),
    );
    const control = again.map((rate, index) => rate / (echo[index] ?? Number.NaN));
    const taskId = await prepareCells(stage, performerId, cells);
    const written = await countWrites(stage);
    await generateCells(stage, taskId, cells);
    const writtenAfter = await countWrites(stage);
    const stolen = stolenShare(before);
    const isReached = median(ratios) >= GOAL;
    print(
      `${cells} cells a slice, ${rounds} rounds: product ${median(product).toFixed(1)} cells/s, echo ${median([...echo, ...again]).toFixed(1)}/s`,
    );
    print(line("product / echo", ratios, `  goal ≥ ${GOAL.toFixed(2)} ${isReached ? "reached" : "not reached"}`));
    print(line("echo / echo", control));
    print(
      `  database: ${((writtenAfter.rows - written.rows) / cells).toFixed(1)} rows and ` +
        `${((writtenAfter.commits - written.commits) / cells).toFixed(1)} transactions a cell; stolen ${(stolen * 100).toFixed(1)} %`,
    );
    if (isSmoke) return true;
    for (const size of sizesAsked()) print(await growthOf(stage, performerId, size));
    return isReached;
  } finally {
    await stage.close();
  }
};

/** `--grow 1000,10000,100000` also shows how it grows, which takes its time. */
const sizesAsked = (): number[] => {
  const at = process.argv.indexOf("--grow");
  return at === -1 ? [] : (process.argv[at + 1] ?? "").split(",").map(Number);
};
