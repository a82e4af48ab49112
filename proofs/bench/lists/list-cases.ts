import type { Seeded } from "../../seeded.ts";
import type { HttpLine } from "../ledger/http-line.ts";
import { OPERATOR, TYPE } from "./fill-history.ts";

export const PAGE = 50;
const RANGE_DAYS = 90;
const RANGES = 40;
const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2024, 0, 2);
const LAST_MS = Date.UTC(2026, 9, 30);

/** Filter of a list, without pagination. */
export interface Filter {
  readonly account?: number;
  readonly operator?: string;
  readonly type?: string;
  readonly from?: Date;
  readonly to?: Date;
}

export interface ListCase {
  readonly name: string;
  readonly isHistory: boolean;
  /** Several, so that not always the same is requested. */
  readonly filters: (random: Seeded) => Filter[];
}

const repeat = (random: Seeded, make: (random: Seeded) => Filter): Filter[] =>
  Array.from({ length: RANGES }, () => make(random));

const someDays = (random: Seeded): { from: Date; to: Date } => {
  const from = FIRST_MS + random.below(LAST_MS - FIRST_MS - RANGE_DAYS * DAY_MS);
  return { from: new Date(from), to: new Date(from + RANGE_DAYS * DAY_MS) };
};

export const listCases = (accounts: number): readonly ListCase[] => [
  { name: "movements of the largest", isHistory: false, filters: () => [{ account: 1 }] },
  {
    name: "movements of anybody",
    isHistory: false,
    filters: (random) => repeat(random, () => ({ account: 2 + random.below(accounts - 1) })),
  },
  {
    name: "movements of the largest, 90 days",
    isHistory: false,
    filters: (random) => repeat(random, () => ({ account: 1, ...someDays(random) })),
  },
  { name: "history", isHistory: true, filters: () => [{}] },
  { name: "history of one operator", isHistory: true, filters: () => [{ operator: OPERATOR }] },
  { name: "history of one kind", isHistory: true, filters: () => [{ type: TYPE }] },
  {
    name: "history of one kind by one operator",
    isHistory: true,
    filters: () => [{ type: TYPE, operator: OPERATOR }],
  },
  { name: "history, 90 days", isHistory: true, filters: (random) => repeat(random, () => someDays(random)) },
  {
    name: "history of one operator, 90 days",
    isHistory: true,
    filters: (random) => repeat(random, () => ({ operator: OPERATOR, ...someDays(random) })),
  },
];

export const targetOf = ({ isHistory }: ListCase, filter: Filter, offset: number): string => {
  const asked = new URLSearchParams({ limit: `${PAGE}`, offset: `${offset}` });
  if (filter.account !== undefined) asked.set("user_email", `user${filter.account}@example.com`);
  if (filter.operator !== undefined) asked.set("user_name", filter.operator);
  if (filter.type !== undefined) asked.set("op_type", filter.type);
  if (filter.from) asked.set("start_time", filter.from.toISOString());
  if (filter.to) asked.set("end_time", filter.to.toISOString());
  return `${isHistory ? "/api_v1/admin/logger/operations" : "/api_v1/admin/user/transaction"}?${asked}`;
};

/** A filter and its total. */
export interface Sized {
  readonly filter: Filter;
  readonly total: number;
}

export interface Asker {
  readonly ask: (target: string) => Promise<{ total: number; seqs: number[]; tookMs: number }>;
}

export const openAsker = (line: HttpLine, cookie: string): Asker => ({
  ask: async (target) => {
    const startedMs = performance.now();
    const { status, body } = await line.ask("GET", target, { cookie });
    const tookMs = performance.now() - startedMs;
    if (status !== 200) throw new Error(`${target} was answered ${status}: ${body.slice(0, 300)}`);
    const page = JSON.parse(body) as { total: number; items: { seq: number }[] };
    return { total: page.total, seqs: page.items.map(({ seq }) => seq), tookMs };
  },
});

/** Determines the totals by requesting the first pages. */
export const sizeAll = async (asker: Asker, list: ListCase, random: Seeded): Promise<Sized[]> => {
  const sized: Sized[] = [];
  for (const filter of list.filters(random)) {
    const { total } = await asker.ask(targetOf(list, filter, 0));
    if (total <= PAGE) throw new Error(`${list.name}: only ${total} found, which is no list to page through`);
    sized.push({ filter, total });
  }
  return sized;
};

/** Any page but the first. */
export const deepOffset = (total: number, random: Seeded): number =>
  PAGE * (1 + random.below(Math.floor((total - 1) / PAGE)));
