import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aStorageProfile, putMds } from "../../../testing/builders/a-test-bucket.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { eventually } from "../../../testing/eventually.ts";
import { killableWorkers, killWorker } from "../../../testing/rigs/killable-workers.ts";
import { useTestBucket } from "../../../testing/rigs/use-test-bucket.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { findVerification, insertVerification } from "./verification.store.ts";
import { verificationWorkflowId } from "./verify-set.rules.ts";

const database = testDatabase();
const shelves = useTestBucket();
const id = newId();
const temporal = createTemporal(testConfig().temporal);
afterAll(() => temporal.close());
const workers = killableWorkers(() => database.current.url, "sdv-kill");

/** The etag by which a verification detects a changed index. */
const tagOf = async (key: string): Promise<string> => {
  const { HeadObjectCommand } = await import("@aws-sdk/client-s3");
  const { storage } = shelves.current;
  const { ETag = "" } = await (await storage.client()).send(
    new HeadObjectCommand({ Bucket: storage.bucket, Key: key }),
  );
  return ETag;
};

describe("a verification of many shards whose worker is killed", () => {
  it("goes on where it was, and looks at no shard twice", async () => {
    const { db } = database.current;
    const shelf = shelves.current;
    await putMds(shelf, "many/", { samples: 1_200, sizeLimitBytes: 5_000 });
    const profileId = await aStorageProfile(db, { bucket: shelf.bucket, prefix: shelf.prefix });
    const { id: startedBy } = await aUser(db);
    const shardsTotal = 300;
    const indexTag = await tagOf(`${shelf.prefix}many/index.json`);
    await db.transaction().execute(async (tx) => {
      await insertVerification(tx, {
        id,
        uri: shelf.uriOf("many/index.json"),
        profileId,
        handle: newId(),
        indexTag,
        shards: null,
        decodesSamples: true,
        shardsTotal,
        startedBy,
        requestKey: newId(),
        at: new Date(),
      });
      await enqueueWorkflow(tx, {
        workflowType: "verifySet",
        workflowId: verificationWorkflowId(id),
        input: { verificationId: id },
        requestId: "r",
      });
    });
    const doneAtLeast = (shards: number, waitMs: number) =>
      eventually(async () => {
        const run = await findVerification(db, id);
        return run && run.shardsDone >= shards ? run : undefined;
      }, waitMs);
    const first = await workers.start({});
    await doneAtLeast(20, 120_000);
    await killWorker(first);
    const atKill = (await findVerification(db, id))?.shardsDone ?? 0;
    expect(atKill).toBeLessThan(shardsTotal);
    await workers.start({});
    const run = await eventually(async () => {
      const now = await findVerification(db, id);
      return now?.finishedAt ? now : undefined;
    }, 150_000);
    expect(run).toMatchObject({ status: "Finished", shardsDone: shardsTotal, faultsTotal: 0 });
    const { rows } = await sql<{ n: number; bytes: number }>`
      select count(*)::int as n, sum(bytes_read)::float8 as bytes from viewer_verified_shard where verification_id = ${id}`.execute(
      db,
    );
    expect(rows[0]).toEqual({ n: shardsTotal, bytes: run.bytesRead });
    const { workflow } = await temporal.client();
    expect(await workflow.getHandle(verificationWorkflowId(id)).result()).toBeUndefined();
  }, 300_000);
});
