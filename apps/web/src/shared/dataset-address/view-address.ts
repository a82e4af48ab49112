import type { DatasetView } from "@dailies/contract";
import { fromChips } from "@dailies/contract/predicates/predicate-compose";
import { parsePredicate } from "@dailies/contract/predicates/predicate-parse";
import { printPredicate } from "@dailies/contract/predicates/predicate-print";
import { PATHS } from "../../lib/paths.ts";

interface SetVersion {
  readonly id: string;
  readonly version: number;
}

const addressWith = ({ id, version }: SetVersion, values: Readonly<Record<string, string>>): string => {
  const params = new URLSearchParams({ id, version: String(version) });
  for (const [key, value] of Object.entries(values)) if (value !== "") params.set(key, value);
  return `${PATHS.dataset}?${params}`;
};

/** A view's filters and its text are AND-ed into one text in the URL. */
export const whereOf = ({ filters, where }: Pick<DatasetView, "filters" | "where">): string => {
  const parsed = parsePredicate(where);
  const rest = parsed.ok ? parsed.predicate : undefined;
  return printPredicate(fromChips({ chips: filters, rest }));
};

type ShownView = Pick<DatasetView, "dataset_id" | "version" | "filters" | "where" | "q" | "order_by"> &
  Partial<Pick<DatasetView, "seed">>;

/** The items that a view selects, in its order. */
export const addressOfView = (view: ShownView): string =>
  addressWith(
    { id: view.dataset_id, version: view.version },
    {
      where: whereOf(view),
      q: view.q,
      order: view.order_by,
      seed: view.seed === undefined ? "" : String(view.seed),
    },
  );

export const itemAddress = (set: SetVersion, ordinal: number): string => addressWith(set, { item: String(ordinal) });
