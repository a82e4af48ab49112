import { afterAll, beforeAll } from "vitest";
import { clearShelf, openShelf, type Shelf } from "../builders/a-shelf.ts";
import { testConfig } from "../test-database.ts";

/** A shelf for the tests of one file. Call it at the top of the file. */
export const useShelf = (): { readonly current: Shelf } => {
  let shelf: Shelf | undefined;
  beforeAll(async () => {
    shelf = await openShelf(testConfig());
  });
  afterAll(async () => {
    if (shelf) await clearShelf(shelf);
  });
  return {
    get current() {
      if (!shelf) throw new Error("the shelf is there only while tests run");
      return shelf;
    },
  };
};
