import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import type { z } from "zod";

export interface UrlFilters<Values> {
  values: Values;
  /**
   * Changes some values; a value equal to its default is removed from the URL, and the page resets to the first. If a patch
   * depends on current values, pass a function: rendered values may be older than the last key press.
   */
  set: (patch: Partial<Values> | ((now: Values) => Partial<Values>), options?: { replace?: boolean }) => void;
  /** Removes every filter from the URL and keeps all other parameters. */
  clear: () => void;
  /** The keys that differ from their default. */
  changed: readonly (keyof Values & string)[];
}

const PAGE_KEY = "page";

const rawValue = (params: URLSearchParams, key: string): unknown => {
  const all = params.getAll(key);
  return all.length > 1 ? all : all[0];
};

const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const parseField = (field: z.core.$ZodType, raw: unknown): unknown => {
  const parse = (value: unknown) => field["~standard"].validate(value);
  const given = parse(raw);
  if (!(given instanceof Promise) && given.issues === undefined) return given.value;
  // A hand-edited URL must not break the page: an invalid value counts as absent.
  const absent = parse(undefined);
  if (absent instanceof Promise || absent.issues !== undefined) {
    throw new Error("every filter needs a default or must be optional");
  }
  return absent.value;
};

const readAll = (shape: z.core.$ZodShape, params: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, parseField(field, rawValue(params, key))]));

const writeField = (params: URLSearchParams, key: string, value: unknown): void => {
  params.delete(key);
  if (value === undefined || value === null || value === "") return;
  for (const item of Array.isArray(value) ? value : [value]) params.append(key, String(item));
};

/** The URL as last written, even before the router has rendered it. */
const useNewestParams = (params: URLSearchParams) => {
  const newest = useRef(params);
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const at = sent.current.lastIndexOf(params.toString());
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
    if (sent.current.length === 0) newest.current = params;
  }, [params]);
  return {
    read: () => new URLSearchParams(newest.current),
    note: (next: URLSearchParams) => {
      newest.current = next;
      sent.current.push(next.toString());
    },
  };
};

/**
 * The filters of a list, kept in the query of the hash URL, so that a view can be shared and Back undoes a step. Every field
 * of the schema must be optional.
 */
export const useUrlFilters = <Schema extends z.ZodObject>(schema: Schema): UrlFilters<z.output<Schema>> => {
  type Values = z.output<Schema>;
  const [params, setParams] = useSearchParams();
  const values = useMemo(() => readAll(schema.shape, params), [schema, params]);
  const defaults = useMemo(() => readAll(schema.shape, new URLSearchParams()), [schema]);

  const newest = useNewestParams(params);
  const write = (next: URLSearchParams, options?: { replace?: boolean }): void => {
    newest.note(next);
    setParams(next, options);
  };

  const set: UrlFilters<Values>["set"] = (change, options) => {
    const next = newest.read();
    const patch = typeof change === "function" ? change(readAll(schema.shape, next) as Values) : change;
    if (PAGE_KEY in schema.shape && !(PAGE_KEY in patch)) next.delete(PAGE_KEY);
    for (const [key, value] of Object.entries(patch)) {
      writeField(next, key, sameValue(value, defaults[key]) ? undefined : value);
    }
    write(next, options);
  };

  const clear = (): void => {
    const next = newest.read();
    for (const key of Object.keys(schema.shape)) next.delete(key);
    write(next);
  };

  const changed = Object.keys(schema.shape).filter((key) => !sameValue(values[key], defaults[key]));
  return { values: values as Values, set, clear, changed: changed as (keyof Values & string)[] };
};
