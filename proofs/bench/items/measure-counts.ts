import { print } from "../ledger/report.ts";
import { median } from "../statistics.ts";
import type { ItemAsker, Page } from "./item-asker.ts";

const TEN = [
  "duration_s",
  "fps",
  "frames",
  "width",
  "height",
  "aesthetic",
  "motion",
  "clip_match",
  "ocr_area",
  "tokens",
];

const ms = (values: readonly number[]): string =>
  `${median(values).toFixed(0)} ms, at most ${Math.max(...values).toFixed(0)} ms`;

/** Ten histograms and samples, each under another filter. Returns the number of samples that a seed did not reproduce. */
export const measureCounts = async (asker: ItemAsker, rounds: number): Promise<number> => {
  const full = await asker.post("facets", { fields: TEN });
  const [facetMs, sampleMs, stratifiedMs]: [number[], number[], number[]] = [[], [], []];
  let differing = 0;
  for (let n = 0; n < rounds; n++) {
    const where = `aesthetic > ${4 + n / 10} AND is_indoor = false`;
    facetMs.push((await asker.post("facets", { fields: TEN, where })).tookMs);
    const query = `count=30&seed=${n}&where=${encodeURIComponent(where)}`;
    const drawn = await asker.get<Page>(`sample?${query}`);
    const again = await asker.get<Page>(`sample?${query}`);
    sampleMs.push(drawn.tookMs, again.tookMs);
    if (ordinals(drawn.answer) !== ordinals(again.answer)) differing += 1;
    stratifiedMs.push((await asker.get(`sample?${query}&strategy=stratified&by=source`)).tookMs);
  }
  print(`    ten histograms of the whole ${full.tookMs.toFixed(0)} ms, once; under a filter ${ms(facetMs)}`);
  print(`    sample of 30 ${ms(sampleMs)}, stratified ${ms(stratifiedMs)}; ${differing} differ when drawn again`);
  return differing;
};

const ordinals = ({ items }: Page): string => items.map(({ ordinal }) => ordinal).join();
