import { useState } from "react";

export interface Agreement {
  /** Undefined where nothing was agreed: the usual limit holds. */
  readonly bytesFor: (shard: number | undefined) => number | undefined;
  readonly agree: (shard: number, bytes: number) => void;
}

/** What the reader agreed to fetch, shard by shard, while the set is open. */
export const useAgreement = (): Agreement => {
  const [agreed, setAgreed] = useState<ReadonlyMap<number, number>>(new Map());
  return {
    bytesFor: (shard) => (shard === undefined ? undefined : agreed.get(shard)),
    agree: (shard, bytes) => setAgreed((before) => new Map(before).set(shard, bytes)),
  };
};
