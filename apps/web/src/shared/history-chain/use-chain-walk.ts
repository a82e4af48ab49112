import type { operationLogRoutes } from "@dailies/contract";
import { queryOptions } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { operationLogCalls } from "../../lib/api/clients/operation-log.ts";
import { useSliceWalk } from "../use-slice-walk.ts";

type Slice = z.output<typeof operationLogRoutes.verifyOperations.reply>;
export type ChainHead = Slice["head"];
/** A head that somebody saved earlier. */
export type KnownHead = Pick<ChainHead, "seq" | "hash">;

export interface ChainFound {
  /** Where this walk began: what lies before was checked by an earlier one. */
  from: number;
  checkedTo: number;
  isComplete: boolean;
  head: ChainHead | undefined;
  brokenSeq: number | undefined;
  known: KnownHead | undefined;
  /** Absent when no earlier head was given, or it was not asked about yet. */
  isKnownSound: boolean | undefined;
}

/** The newest entry, as it is now. */
export const chainHeadQuery = queryOptions({
  queryKey: ["history", "head"],
  queryFn: async (context) =>
    (await operationLogCalls.listOperations({ query: { limit: 1, offset: 0 } }, context)).head,
  meta: { silent: true },
});

interface WalkOptions {
  /** Goes on behind an entry that was checked; without it from the beginning. */
  from?: number;
  known?: KnownHead;
}

const begin = ({ from = 0, known }: WalkOptions): ChainFound => ({
  from,
  checkedTo: from,
  isComplete: false,
  head: undefined,
  brokenSeq: undefined,
  known,
  isKnownSound: undefined,
});

const isDone = ({ isComplete, brokenSeq }: ChainFound): boolean => isComplete || brokenSeq !== undefined;

/** Walks the chain of the history slice by slice. */
export const useChainWalk = () => {
  const { t } = useTranslation();
  const { walk, start, stop } = useSliceWalk<ChainFound>({
    isDone,
    step: async (found, signal) => {
      const asked = found.isKnownSound === undefined ? found.known : undefined;
      const body = { from: found.checkedTo, ...(asked && { known: asked }) };
      const slice = await operationLogCalls.verifyOperations({ body }, { signal });
      const next = {
        ...found,
        checkedTo: slice.checked_to,
        isComplete: slice.is_complete,
        head: slice.head,
        brokenSeq: slice.broken_seq ?? undefined,
        isKnownSound: slice.is_known_sound ?? found.isKnownSound,
      };
      if (!isDone(next) && next.checkedTo <= found.checkedTo) throw new Error(t("shared.chain.stuck"));
      return next;
    },
  });
  return { walk, verify: (options: WalkOptions = {}) => start(begin(options)), stop };
};
