import type { Db } from "../../../platform/db/database.ts";
import { countOf, type InstallationCheck } from "../../../platform/installation-check.ts";
import { type CheckedCell, checkCellsAfter } from "./cells-check.store.ts";

const CELLS_AT_ONCE = 5_000;

const WORDS: Readonly<Record<NonNullable<CheckedCell["fault"]>, string>> = {
  no_attempt: "succeeded, and the attempt that counts does not exist or did not succeed",
  no_clip: "succeeded, and no asset has the clip of its attempt",
};

/** Every cell that succeeded has a successful attempt, whose clip is a version of an asset with the same hash. */
export const cellsCheck = (db: Db): InstallationCheck => ({
  name: "benchmark cells",
  run: async function* () {
    let cells = 0;
    for (let after: string | undefined; ; ) {
      const page = await checkCellsAfter(db, after, CELLS_AT_ONCE);
      for (const { taskId, row, column, sample, fault } of page)
        if (fault !== null) yield `cell ${row}/${column}/${sample} of task ${taskId} ${WORDS[fault]}`;
      cells += page.length;
      if (page.length < CELLS_AT_ONCE) return countOf(cells, "cell");
      after = page.at(-1)?.id;
    }
  },
});
