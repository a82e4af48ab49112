import {
  openTrainingOrder,
  TRAINING_ORDER_METHOD,
  type TrainingOrder,
} from "@dailies/formats/mds/order/training-order";
import { DomainError } from "../../../errors.ts";
import type { ShardSet } from "../sets/shard-set.ts";
import type { ViewerDeps } from "../viewer-deps.ts";

export interface OrderInput {
  /** The URI of an order file; without one the order is simulated. */
  readonly file?: string | undefined;
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

const FILE_ORDER_METHOD = "read from the order file of a trainer";

/** The samples in the order of a file, or as one rank may read them; a real trainer may differ from the simulation. */
export const orderSamples = async (
  deps: Pick<ViewerDeps, "orders" | "orderFiles">,
  set: ShardSet,
  input: OrderInput,
  signal?: AbortSignal,
) => {
  const { file, rank, ranks, offset, limit } = input;
  if (file !== undefined) {
    const order = await deps.orderFiles.open(set, file, signal);
    return {
      indices: [...order.window(offset, limit)],
      total: order.total,
      method: FILE_ORDER_METHOD,
      file: { bytes: order.fileBytes, distinct_samples: order.distinctSamples },
    };
  }
  if (rank >= ranks) throw new DomainError("invalid", `there is no rank ${rank} among ${ranks}: they begin at 0`);
  const order = openOrder(deps, set, input);
  return {
    indices: [...order.window({ rank, ranks, offset, limit })],
    total: order.countFor(rank, ranks),
    method: TRAINING_ORDER_METHOD,
    file: null,
  };
};
