import type { Chance } from "./chance.rules.ts";

const FIRST = [
  "Ana",
  "Bo",
  "Chen",
  "Dara",
  "Elif",
  "Femi",
  "Gita",
  "Hugo",
  "Ines",
  "Jun",
  "Kofi",
  "Lena",
  "Mei",
  "Noor",
  "Omar",
  "Pia",
] as const;
const LAST = [
  "Abe",
  "Berg",
  "Costa",
  "Diaz",
  "Eze",
  "Fox",
  "Gupta",
  "Hall",
  "Ito",
  "Jansen",
  "Kim",
  "Lund",
  "Moreau",
  "Novak",
  "Okafor",
  "Park",
] as const;
const SUBJECT = [
  "a red fox",
  "an old lighthouse",
  "a paper boat",
  "two dancers",
  "a glass city",
  "a sleeping cat",
  "a tram",
  "a field of poppies",
] as const;
const DOING = [
  "in slow motion",
  "seen from above",
  "turning towards the camera",
  "dissolving into light",
  "crossing the frame",
  "reflected in water",
] as const;
const PLACE = [
  "at dawn",
  "in heavy rain",
  "on a quiet street in Lisbon",
  "under northern lights",
  "in a studio with soft light",
  "on a snowy ridge",
] as const;
const FILM = [
  "Teaser",
  "Title sequence",
  "Music video",
  "Product shots",
  "Storyboard",
  "Short film",
  "Loop tests",
  "Trailer",
] as const;

export interface DemoName {
  readonly name: string;
  readonly email: string;
}

export const nameOf = (chance: Chance, index: number): DemoName => {
  const [first, last] = [chance.pick(FIRST), chance.pick(LAST)];
  return { name: `${first} ${last}`, email: `${first}.${last}.${index + 1}@customers.example`.toLowerCase() };
};
export const promptOf = (chance: Chance): string =>
  `${chance.pick(SUBJECT)} ${chance.pick(DOING)}, ${chance.pick(PLACE)}`;
export const filmOf = (chance: Chance, n: number): string => `${chance.pick(FILM)} ${n + 1}`;

export interface DemoModel {
  readonly name: string;
  readonly type: "t2v" | "i2v" | "t2i";
  readonly creditsPerSecond: number;
}
export const MODELS: readonly [DemoModel, ...DemoModel[]] = [
  { name: "reel-1", type: "t2v", creditsPerSecond: 4 },
  { name: "reel-1", type: "i2v", creditsPerSecond: 4 },
  { name: "reel-1-turbo", type: "t2v", creditsPerSecond: 2 },
  { name: "reel-2-preview", type: "t2v", creditsPerSecond: 6 },
  { name: "still-1", type: "t2i", creditsPerSecond: 1 },
];

export interface DemoPack {
  readonly code: string;
  readonly name: string;
  readonly credits: number;
  readonly priceMinor: number;
}
export const PACKS: readonly [DemoPack, ...DemoPack[]] = [
  { code: "pack-100", name: "100 credits", credits: 100, priceMinor: 990 },
  { code: "pack-500", name: "500 credits", credits: 500, priceMinor: 3_990 },
  { code: "pack-2000", name: "2,000 credits", credits: 2_000, priceMinor: 12_990 },
];
export const PLANS = {
  month: { code: "pro-month", name: "Pro, monthly", credits: 400, priceMinor: 2_490 },
  year: { code: "studio-year", name: "Studio, yearly", credits: 9_000, priceMinor: 44_900 },
} as const;
/** Everything that the demonstration sells. */
export const DEMO_PRODUCTS: readonly DemoPack[] = [...PACKS, ...Object.values(PLANS)];
