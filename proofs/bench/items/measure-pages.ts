import type { Seeded } from "../../seeded.ts";
import { median } from "../statistics.ts";
import type { ItemAsker, Page } from "./item-asker.ts";

export interface PageCase {
  readonly name: string;
  /** A different query each time, so that the cache has no entry for it. */
  readonly ask: (n: number) => { readonly where?: string; readonly order_by?: string };
}

export const PAGE_CASES: readonly PageCase[] = [
  { name: "all, as stored", ask: () => ({}) },
  { name: "filtered", ask: (n) => ({ where: `duration_s > ${9 + n / 100} AND source = 'youtube'` }) },
  { name: "sorted", ask: (n) => ({ order_by: ["-aesthetic", "motion", "-clip_match", "ocr_area"][n % 4] ?? "" }) },
  { name: "filtered, sorted", ask: (n) => ({ where: `tokens >= ${100 + n}`, order_by: "-aesthetic" }) },
];

const PAGE_SIZE = 30;

export interface PageFigures {
  readonly name: string;
  /** First request of a query, without a cache entry. */
  readonly freshMs: readonly number[];
  /** Time until the first deep page. */
  readonly listMs: number;
  readonly firstMs: readonly number[];
  readonly randomMs: readonly number[];
  readonly total: number;
}

export const measureCase = async (
  asker: ItemAsker,
  { name, ask }: PageCase,
  { fresh, turns, random }: { fresh: number; turns: number; random: Seeded },
): Promise<PageFigures> => {
  const page = (question: object, offset: number) =>
    asker.post<Page>("items", { ...question, offset, page_size: PAGE_SIZE });
  const freshMs: number[] = [];
  for (let n = 1; n <= fresh; n++) freshMs.push((await page(ask(n), 0)).tookMs);
  const question = ask(0);
  const { total } = (await page(question, 0)).answer;
  const deep = () => random.below(Math.max(1, total - PAGE_SIZE));
  const { tookMs: listMs } = await page(question, deep());
  const [firstMs, randomMs]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    const isFirst = turn % 2 === 0;
    for (const offset of isFirst ? [0, deep()] : [deep(), 0]) {
      const { tookMs } = await page(question, offset);
      (offset === 0 ? firstMs : randomMs).push(tookMs);
    }
  }
  return { name, freshMs, listMs, firstMs, randomMs, total };
};

const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

export const describePages = (figures: PageFigures): string => {
  const { name, freshMs, listMs, firstMs, randomMs, total } = figures;
  const ratio = quantile(randomMs, 0.99) / quantile(firstMs, 0.99);
  return [
    `    ${name.padEnd(18)} ${total.toLocaleString("en")} of them`,
    `first page asked afresh ${ms(median(freshMs))}, at most ${ms(Math.max(...freshMs))}`,
    `first deep page ${ms(listMs)}`,
    `then first p50 ${ms(median(firstMs))} p99 ${ms(quantile(firstMs, 0.99))}, random p50 ${ms(median(randomMs))} p99 ${ms(quantile(randomMs, 0.99))}`,
    `p99 against p99 ${ratio.toFixed(2)}, p50 against p50 ${(median(randomMs) / median(firstMs)).toFixed(2)}`,
  ].join("; ");
};

/** Over several queries: the slowest first page, and the largest ratio of any page to the first. */
export const worstOf = (figures: readonly PageFigures[]): { firstMs: number; anyRatio: number } => ({
  firstMs: Math.max(...figures.map(({ freshMs }) => median(freshMs))),
  anyRatio: Math.max(...figures.map(({ firstMs, randomMs }) => quantile(randomMs, 0.99) / quantile(firstMs, 0.99))),
});
