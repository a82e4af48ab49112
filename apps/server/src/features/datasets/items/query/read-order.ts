import { DomainError } from "../../../../errors.ts";
import type { ReplicaColumn } from "../replica/replica-columns.ts";
import type { Selection } from "./selection.ts";

/** The sort column and direction. Missing values come last in both directions. */
export interface ItemOrder {
  readonly column: ReplicaColumn;
  readonly isDescending: boolean;
}

export const readOrder = (
  orderBy: string,
  { replica, source }: Pick<Selection, "replica" | "source">,
): ItemOrder | undefined => {
  if (orderBy === "") return undefined;
  const isDescending = orderBy.startsWith("-");
  const name = isDescending ? orderBy.slice(1) : orderBy;
  const column = replica.byName.get(name);
  const isOffered = source.columns.some((each) => each.name === name && each.is_indexed);
  if (!column || !isOffered) throw new DomainError("invalid", `items cannot be sorted by ${JSON.stringify(name)}`);
  return { column, isDescending };
};

/** Ends with the row number, which makes the order total. */
export const orderSql = (order: ItemOrder | undefined): string =>
  order ? `${order.column.id} ${order.isDescending ? "desc" : "asc"} nulls last, rowid` : "rowid";

export const orderKey = (order: ItemOrder | undefined): string =>
  order ? `${order.isDescending ? "-" : "+"}${order.column.id}` : "";
