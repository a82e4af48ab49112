import type { z } from "zod";

/** Entries of a list that match their schema, and how many do not. */
export interface ReadList<T> {
  readonly items: readonly T[];
  readonly unreadable: number;
}

/** Reads a list of another program entry by entry, so that one of an unknown shape does not hide the others. */
export const readEach = <T extends z.ZodType>(list: readonly unknown[], schema: T): ReadList<z.output<T>> => {
  const items: z.output<T>[] = [];
  for (const entry of list) {
    const parsed = schema.safeParse(entry);
    if (parsed.success) items.push(parsed.data);
  }
  return { items, unreadable: list.length - items.length };
};
