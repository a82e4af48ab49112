import type { DatasetRow } from "@dailies/contract";
import { createContext, use, useEffect, useSyncExternalStore } from "react";
import type { PagedItems } from "../../../../shared/paged-list/paged-list.ts";

/** The displayed items by list index, from pages or from one sample. */
export interface ItemSource extends PagedItems<DatasetRow, number> {
  /** The number of items here. */
  readonly count: number;
  /** The number of items before them in the whole list. */
  readonly offset: number;
}

export const SourceContext = createContext<ItemSource | undefined>(undefined);

export const useSource = (): ItemSource => {
  const source = use(SourceContext);
  if (!source) throw new Error("there is no list around this part");
  return source;
};

export const useItemAt = (index: number): DatasetRow | undefined => {
  const source = useSource();
  return useSyncExternalStore(source.subscribe, () => source.itemAt(index));
};

export const useHold = (index: number): void => {
  const source = useSource();
  useEffect(() => source.hold(index), [source, index]);
};

const nothing = (): void => undefined;

/** A sample is loaded as a whole. */
export const sampleSource = (items: readonly DatasetRow[]): ItemSource => {
  const places = new Map(items.map(({ ordinal }, index) => [ordinal, index]));
  return {
    count: items.length,
    offset: 0,
    itemAt: (index) => items[index],
    indexOf: (ordinal) => places.get(ordinal),
    subscribe: () => nothing,
    hold: () => nothing,
  };
};
