import { MAX_SEED, MAX_SEEDS_AT_ONCE, type PerformerItem } from "@dailies/contract";

export interface SeedChoice {
  mode: "count" | "list";
  count: number;
  /** As typed: "7, 8 9". */
  list: string;
}

export const ONE_SEED: SeedChoice = { mode: "count", count: 1, list: "" };

export type SeedFault = "none" | "notSeed" | "tooMany";
export type ReadSeeds = { seeds: number[] } | { fault: SeedFault; word?: string };

const isSeed = (word: string): boolean => /^\d{1,10}$/.test(word) && Number(word) <= MAX_SEED;

/** Parses seeds separated by commas or spaces; duplicates are removed. */
export const readSeeds = (list: string): ReadSeeds => {
  const words = list.split(/[\s,;，、；]+/).filter((word) => word !== "");
  const odd = words.find((word) => !isSeed(word));
  if (odd !== undefined) return { fault: "notSeed", word: odd };
  const seeds = [...new Set(words.map(Number))];
  if (seeds.length === 0) return { fault: "none" };
  return seeds.length > MAX_SEEDS_AT_ONCE ? { fault: "tooMany" } : { seeds };
};

export const takesSeeds = ({ capabilities, input_schema }: PerformerItem): boolean =>
  capabilities.includes("seed") || input_schema.some(({ role }) => role === "seed");

export const randomSeed = (): number => {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value >>> 1;
};

/** The number of jobs a choice creates; an invalid list creates none. */
export const callsOf = (choice: SeedChoice): number => {
  if (choice.mode === "count") return choice.count;
  const read = readSeeds(choice.list);
  return "seeds" in read ? read.seeds.length : 0;
};

/** The seeds of a run; drawn now if only a count was given. */
export const drawSeeds = (choice: SeedChoice, draw: () => number = randomSeed): number[] => {
  if (choice.mode === "list") {
    const read = readSeeds(choice.list);
    return "seeds" in read ? read.seeds : [];
  }
  const seeds = new Set<number>();
  while (seeds.size < choice.count) seeds.add(draw());
  return [...seeds];
};
