import { CreateBucketCommand, DeleteBucketCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll } from "vitest";
import type { Config } from "../../../config.ts";
import { newId } from "../../../platform/ids.ts";
import { createObjectStorage, type ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { testConfig } from "../../test-database.ts";

export interface OwnBucket {
  readonly s3: Config["s3"];
  readonly storage: ObjectStorage;
  readonly put: (key: string, content: Buffer | string) => Promise<void>;
}

/** A bucket for the tests of one file, which stand for a whole installation. Call it at the top of the file. */
export const useOwnBucket = (): { readonly current: OwnBucket } => {
  let own: OwnBucket | undefined;
  beforeAll(async () => {
    const bucket = `whole-${newId()}`;
    const s3 = { ...testConfig().s3, assetsBucket: bucket, datasetsBucket: bucket };
    const storage = createObjectStorage(s3);
    await (await storage.client()).send(new CreateBucketCommand({ Bucket: bucket }));
    const put = (key: string, content: Buffer | string) =>
      storage.putObject(key, Buffer.from(content), { contentType: "application/octet-stream" });
    own = { s3, storage, put };
  });
  afterAll(async () => {
    if (!own) return;
    const { storage } = own;
    for (;;) {
      const listed = await storage.listObjects("", { limit: 1_000 });
      if (listed.length === 0) break;
      await storage.deleteObjects(listed.map(({ key }) => key));
    }
    await (await storage.client()).send(new DeleteBucketCommand({ Bucket: storage.bucket }));
    await storage.close();
  });
  return {
    get current() {
      if (!own) throw new Error("the bucket is there only while tests run");
      return own;
    },
  };
};
