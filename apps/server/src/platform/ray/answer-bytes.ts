import type { ByteBudget } from "../concurrency/byte-budget.ts";
import { toRayFault } from "./ray-fault.ts";

export interface AnswerBytes {
  /** What answers usually fit into. */
  readonly first: number;
  /** For those that do not. */
  readonly most: number;
}

/**
 * Holds the memory of an answer whose size is not known before it arrives: little at first, and when it is too large, all that
 * it may take, in a second attempt. `act` must end with what it read of the answer released.
 */
export const withAnswerBytes = async <T>(
  budget: ByteBudget,
  { first, most }: AnswerBytes,
  act: (maxBytes: number) => Promise<T>,
): Promise<T> => {
  try {
    return await budget.hold(first, () => act(first));
  } catch (error) {
    if (first >= most || toRayFault(error)?.fault !== "too_large") throw error;
  }
  return budget.hold(most, () => act(most));
};
