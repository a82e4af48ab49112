import type { storageCredentials } from "@dailies/contract";
import type { z } from "zod";
import { recordOperation } from "../../operation-log/index.ts";
import type { AssetsDeps, By } from "../assets-deps.ts";
import { newUploadPrefix } from "../object-keys.ts";

/** A fresh prefix each time: what was sent under an earlier one is out of reach for good. */
export const issueUploadCredentials = async (
  { db, storage, clock }: AssetsDeps,
  { actor, requestId }: By,
): Promise<z.input<typeof storageCredentials>> => {
  const prefix = newUploadPrefix(actor.userId);
  const issued = await storage.issueCredentials({ prefix, sessionName: `u-${actor.userId}` });
  await db
    .transaction()
    .execute((tx) =>
      recordOperation(
        tx,
        { userName: actor.username, requestId, at: clock() },
        { opType: "Issue_upload_credentials", subjects: [`user:${actor.userId}`], meta: { prefix } },
      ),
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
