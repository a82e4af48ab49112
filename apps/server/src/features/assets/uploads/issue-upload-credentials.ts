import type { storageCredentials } from "@dailies/contract";
import type { z } from "zod";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { newUploadPrefix } from "../object-keys.ts";
import { checkQuota } from "./reserve-quota.ts";

/** Uses a new prefix each time, so that objects sent under an earlier one cannot be overwritten. */
export const issueUploadCredentials = async (
  { db, storage, clock, settings }: AssetsDeps,
  context: RequestContext,
): Promise<z.input<typeof storageCredentials>> => {
  // What is sent is counted when it is registered; without room for a byte nothing could be.
  await checkQuota(db, settings, { ownerId: context.actor.userId, sizeBytes: 1 });
  const prefix = newUploadPrefix(context.actor.userId);
  const issued = await storage.issueCredentials({ prefix, sessionName: `u-${context.actor.userId}` });
  await db.transaction().execute((tx) =>
    recordOperation(tx, auditActor(context, clock()), {
      opType: "Issue_upload_credentials",
      subjects: [`user:${context.actor.userId}`],
      meta: { prefix },
    }),
  );
  return {
    provider: "s3",
    endpoint: storage.publicEndpoint,
    region: storage.region,
    bucket: storage.bucket,
    prefix,
    access_key_id: issued.accessKeyId,
    access_key_secret: issued.secretAccessKey,
    security_token: issued.sessionToken,
    expiration: issued.expiresAt.toISOString(),
  };
};
