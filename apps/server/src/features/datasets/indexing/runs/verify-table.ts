import type { Table } from "@lancedb/lancedb";
import type { Beat } from "../indexing-deps.ts";

const CHECK_EVERY_MS = 2_000;

/** Whether row n has ordinal n, and every part has the expected number of rows. */
export const isTableWhole = async (table: Table, itemsOfParts: readonly number[], beat: Beat): Promise<boolean> => {
  const seen = new Array<number>(itemsOfParts.length).fill(0);
  let next = 0n;
  let checkedMs = performance.now();
  const query = table.query().select(["ordinal", "part"]);
  for await (const batch of query) {
    const ordinals = batch.getChild("ordinal");
    const parts = batch.getChild("part");
    for (let row = 0; row < batch.numRows; row++) {
      if (ordinals?.get(row) !== next) return false;
      next++;
      const part = Number(parts?.get(row));
      const count = seen[part];
      if (count === undefined) return false;
      seen[part] = count + 1;
    }
    if (performance.now() - checkedMs < CHECK_EVERY_MS) continue;
    checkedMs = performance.now();
    await beat.check();
  }
  return itemsOfParts.every((items, part) => items === seen[part]);
};
