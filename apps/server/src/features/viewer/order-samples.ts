import {
  openTrainingOrder,
  TRAINING_ORDER_METHOD,
  type TrainingOrder,
} from "@dailies/formats/mds/order/training-order";
import { DomainError } from "../../errors.ts";
import type { ShardSet } from "./sets/shard-set.ts";
import type { ViewerDeps } from "./viewer-deps.ts";

export interface OrderInput {
  readonly seed: number;
  readonly epoch: number;
  readonly rank: number;
  readonly ranks: number;
  readonly offset: number;
  readonly limit: number;
}

const openOrder = (
  { orders }: Pick<ViewerDeps, "orders">,
  { tag, table }: ShardSet,
  input: OrderInput,
): TrainingOrder => {
  const { seed, epoch } = input;
  const name = `${tag}/${table.samples}/${seed}/${epoch}`;
  const kept = orders.get(name);
  if (kept) return kept;
  const order = openTrainingOrder(table.toCounts(), { seed, epoch });
  orders.set(name, order, order.sizeBytes);
  return order;
};

/** Simulates the sample order of one rank; a real trainer may differ. */
export const orderSamples = (deps: Pick<ViewerDeps, "orders">, set: ShardSet, input: OrderInput) => {
  const { rank, ranks, offset, limit } = input;
  if (rank >= ranks) throw new DomainError("invalid", `there is no rank ${rank} among ${ranks}: they begin at 0`);
  const order = openOrder(deps, set, input);
  return {
    indices: [...order.window({ rank, ranks, offset, limit })],
    total: order.countFor(rank, ranks),
    method: TRAINING_ORDER_METHOD,
  };
};
