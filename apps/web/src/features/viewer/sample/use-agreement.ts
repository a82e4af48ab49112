import { useState } from "react";

export interface Agreement {
  /** Undefined without confirmation: the default limit applies. */
  readonly bytesFor: (shard: number | undefined) => number | undefined;
  readonly agree: (shard: number, bytes: number) => void;
}

/** The fetch sizes the user confirmed, per shard, while the dataset is open. */
export const useAgreement = (): Agreement => {
  const [agreed, setAgreed] = useState<ReadonlyMap<number, number>>(new Map());
  return {
    bytesFor: (shard) => (shard === undefined ? undefined : agreed.get(shard)),
    agree: (shard, bytes) => setAgreed((before) => new Map(before).set(shard, bytes)),
  };
};
