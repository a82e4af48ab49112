import type { DatasetColumn, DatasetDetail } from "@dailies/contract";
import { createContext, use } from "react";
import type { Filter } from "../filter/use-filter.ts";
import type { ItemUrlState } from "./item-url-state.ts";

/** Shared state of the item browser: the dataset, its version and the URL state. */
export interface Browser {
  readonly dataset: DatasetDetail;
  readonly version: number;
  /** Columns that can be filtered, sorted and counted. */
  readonly indexed: readonly DatasetColumn[];
  readonly urlState: ItemUrlState;
  readonly filter: Filter;
}

export const BrowserContext = createContext<Browser | undefined>(undefined);

export const useBrowser = (): Browser => {
  const browser = use(BrowserContext);
  if (!browser) throw new Error("there is no dataset around this part");
  return browser;
};
