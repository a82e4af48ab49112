import { DomainError } from "../../../errors.ts";
import type { LensColumn } from "./lens/lens-columns.ts";
import type { Selection } from "./open-selection.ts";

/** By which column, and whether the largest comes first. What has no value comes last either way. */
export interface ItemOrder {
  readonly column: LensColumn;
  readonly isDescending: boolean;
}

export const readOrder = (
  orderBy: string,
  { lens, source }: Pick<Selection, "lens" | "source">,
): ItemOrder | undefined => {
  if (orderBy === "") return undefined;
  const isDescending = orderBy.startsWith("-");
  const name = isDescending ? orderBy.slice(1) : orderBy;
  const column = lens.byName.get(name);
  const isOffered = source.columns.some((each) => each.name === name && each.is_indexed);
  if (!column || !isOffered) throw new DomainError("invalid", `items cannot be sorted by ${JSON.stringify(name)}`);
  return { column, isDescending };
};

/** Ends with the number of the row, so that there is only one order. */
export const orderSql = (order: ItemOrder | undefined): string =>
  order ? `${order.column.id} ${order.isDescending ? "desc" : "asc"} nulls last, rowid` : "rowid";

export const orderKey = (order: ItemOrder | undefined): string =>
  order ? `${order.isDescending ? "-" : "+"}${order.column.id}` : "";
