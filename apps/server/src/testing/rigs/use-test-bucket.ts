import { afterAll, beforeAll } from "vitest";
import { clearTestBucket, openTestBucket, type TestBucket } from "../builders/a-test-bucket.ts";
import { testConfig } from "../test-database.ts";

/** A bucket folder for the tests of one file. Call it at the top of the file. */
export const useTestBucket = (): { readonly current: TestBucket } => {
  let shelf: TestBucket | undefined;
  beforeAll(async () => {
    shelf = await openTestBucket(testConfig());
  });
  afterAll(async () => {
    if (shelf) await clearTestBucket(shelf);
  });
  return {
    get current() {
      if (!shelf) throw new Error("the shelf is there only while tests run");
      return shelf;
    },
  };
};
