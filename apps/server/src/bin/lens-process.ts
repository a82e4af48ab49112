import { type LensOrder, makeOrderedLens } from "../features/datasets/items/lens/lens-process.ts";

process.once("message", async (order: LensOrder) => {
  const report = await makeOrderedLens(order);
  process.send?.(report, () => process.exit(0));
});
// Without whoever ordered it nobody wants it.
process.once("disconnect", () => process.exit(1));
