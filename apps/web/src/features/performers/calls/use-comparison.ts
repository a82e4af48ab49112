import { useState } from "react";
import { useSearchParams } from "react-router";
import { z } from "zod";
import { MAX_COMPARED, toggleMark } from "./call.rules.ts";

const PARAM = "compare";

export interface Comparison {
  marked: readonly string[];
  toggle: (id: string) => void;
  clear: () => void;
  /** The jobs in the open player, from the URL. */
  compared: readonly string[];
  open: () => void;
  close: () => void;
}

const idsOf = (words: string | null): string[] =>
  (words ?? "")
    .split(",")
    .filter((id) => z.uuid().safeParse(id).success)
    .slice(0, MAX_COMPARED);

/** The marked results, and those in the open comparison; the latter is in the URL, so that it can be shared. */
export const useComparison = (): Comparison => {
  const [params, setParams] = useSearchParams();
  const compared = idsOf(params.get(PARAM));
  const [marked, setMarked] = useState<readonly string[]>(compared);
  const write = (ids: readonly string[]): void => {
    const next = new URLSearchParams(params);
    if (ids.length > 1) next.set(PARAM, ids.join(","));
    else next.delete(PARAM);
    setParams(next);
  };
  return {
    marked,
    toggle: (id) => setMarked((now) => toggleMark(now, id)),
    clear: () => setMarked([]),
    compared,
    open: () => write(marked),
    close: () => write([]),
  };
};
