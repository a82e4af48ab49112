import type { operationLogRoutes } from "@dailies/contract";
import { queryOptions } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { operationLogCalls } from "../../lib/api/clients/operation-log.ts";
import { useSliceWalk } from "../use-slice-walk.ts";

type Slice = z.output<typeof operationLogRoutes.verifyOperations.reply>;
export type ChainHead = Slice["head"];
/** A previously saved head. */
export type KnownHead = Pick<ChainHead, "seq" | "hash">;

export interface ChainFound {
  /** The start of this check: earlier entries were verified before. */
  from: number;
  checkedTo: number;
  isComplete: boolean;
  head: ChainHead | undefined;
  brokenSeq: number | undefined;
  known: KnownHead | undefined;
  /** Absent if no earlier head was given, or it was not checked yet. */
  isKnownSound: boolean | undefined;
}

/** The current newest entry. */
export const chainHeadQuery = queryOptions({
  queryKey: ["history", "head"],
  queryFn: async (context) =>
    (await operationLogCalls.listOperations({ query: { limit: 1, offset: 0 } }, context)).head,
  meta: { silent: true },
});

interface WalkOptions {
  /** Continues after a verified entry; from the beginning if absent. */
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

/** Verifies the hash chain of the audit log slice by slice. */
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
