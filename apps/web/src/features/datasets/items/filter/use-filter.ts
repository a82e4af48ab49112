import type { DatasetColumn, Predicate } from "@dailies/contract";
import { checkPredicate } from "@dailies/contract/predicates/predicate-check";
import { parsePredicate } from "@dailies/contract/predicates/predicate-parse";
import { printPredicate } from "@dailies/contract/predicates/predicate-print";
import { useMemo } from "react";
import { chosenAnew, type ItemUrlState } from "../url-state/item-url-state.ts";
import { partsOf } from "./predicate-parts.ts";

/** A place in the text that cannot be understood, or a name that means nothing here. */
export interface WhereFault {
  readonly message: string;
  /** Undefined where the text reads well and the columns do not fit it. */
  readonly at: number | undefined;
  readonly end: number | undefined;
}

export type ReadWhere =
  | { readonly ok: true; readonly predicate: Predicate | undefined }
  | { readonly ok: false; readonly fault: WhereFault };

/** Where in the text a name stands, so that a wrong one is shown and not only told. */
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
  /** What the address says, as it is asked for: empty while it cannot be read. */
  readonly where: string;
  readonly predicate: Predicate | undefined;
  /** What is wrong with the address; nothing is asked for then. */
  readonly fault: WhereFault | undefined;
  readonly set: (predicate: Predicate | undefined) => void;
  /** What must hold in another text of the same kind, one by one. */
  readonly readParts: (text: string) => readonly string[];
}

/** The filter of the address as a tree. Whoever changes the tree writes the text. */
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
