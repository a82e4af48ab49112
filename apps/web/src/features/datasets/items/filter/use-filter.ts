import type { DatasetColumn, Predicate } from "@dailies/contract";
import { checkPredicate } from "@dailies/contract/predicates/predicate-check";
import { parsePredicate } from "@dailies/contract/predicates/predicate-parse";
import { printPredicate } from "@dailies/contract/predicates/predicate-print";
import { useMemo } from "react";
import { chosenAnew, type ItemUrlState } from "../url-state/item-url-state.ts";
import { partsOf } from "./predicate-parts.ts";

/** A syntax error at a position, or an unknown name. */
export interface WhereFault {
  readonly message: string;
  /** Undefined if the syntax is valid but the columns do not match. */
  readonly at: number | undefined;
  readonly end: number | undefined;
}

export type ReadWhere =
  | { readonly ok: true; readonly predicate: Predicate | undefined }
  | { readonly ok: false; readonly fault: WhereFault };

/** The position of a name in the text, so that the error can be underlined. */
const placeOfName = (text: string, field: string): Pick<WhereFault, "at" | "end"> => {
  const at = text.indexOf(field);
  return at < 0 ? { at: undefined, end: undefined } : { at, end: at + field.length };
};

export const readWhere = (text: string, columns: readonly DatasetColumn[]): ReadWhere => {
  const parsed = parsePredicate(text);
  if (!parsed.ok) return { ok: false, fault: parsed.fault };
  const [misfit] = checkPredicate(parsed.predicate, columns);
  if (!misfit) return parsed;
  return { ok: false, fault: { message: misfit.message, ...placeOfName(text, misfit.field) } };
};

export interface Filter {
  /** The filter sent to the server: empty while the URL does not parse. */
  readonly where: string;
  readonly predicate: Predicate | undefined;
  /** The parse error of the URL; no request is sent then. */
  readonly fault: WhereFault | undefined;
  readonly set: (predicate: Predicate | undefined) => void;
  /** Splits another filter text into its AND-ed conditions. */
  readonly readParts: (text: string) => readonly string[];
}

/** The filter in the URL, parsed into a tree. Changing the tree rewrites the text. */
export const useFilter = (urlState: ItemUrlState, columns: readonly DatasetColumn[]): Filter => {
  const text = urlState.values.where;
  const read = useMemo(() => readWhere(text, columns), [text, columns]);
  return {
    where: read.ok ? printPredicate(read.predicate) : "",
    predicate: read.ok ? read.predicate : undefined,
    fault: read.ok ? undefined : read.fault,
    set: (predicate) => urlState.set(chosenAnew({ where: printPredicate(predicate) })),
    readParts: (other) => {
      const parsed = readWhere(other, columns);
      return parsed.ok ? partsOf(parsed.predicate).map(printPredicate) : [];
    },
  };
};
