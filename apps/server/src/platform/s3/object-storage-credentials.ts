import { DomainError } from "../../errors.ts";
import { asStorageRefusal, type ObjectStorageOptions } from "./object-storage-client.ts";

/** The shortest lifetime that storage supports. */
export const CREDENTIALS_LIVE_S = 900;
const MAX_SESSION_NAME = 64;

export interface TemporaryCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiresAt: Date;
}

const policyFor = (bucket: string, prefix: string): string =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Action: ["s3:PutObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
        Resource: [`arn:aws:s3:::${bucket}/${prefix}*`],
      },
    ],
  });

/** Temporary credentials that can only upload under one prefix for 15 minutes: no read, list or delete. */
export const issueCredentials = async (
  options: ObjectStorageOptions,
  { prefix, sessionName }: { prefix: string; sessionName: string },
): Promise<TemporaryCredentials> => {
  const { roleArn } = options;
  if (roleArn === undefined)
    throw new DomainError("upstream_failed", "this storage does not issue temporary credentials");
  const { AssumeRoleCommand, STSClient } = await import("@aws-sdk/client-sts");
  const client = new STSClient({
    endpoint: options.endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    maxAttempts: 2,
  });
  const command = new AssumeRoleCommand({
    RoleArn: roleArn,
    RoleSessionName: sessionName.slice(0, MAX_SESSION_NAME),
    DurationSeconds: CREDENTIALS_LIVE_S,
    Policy: policyFor(options.assetsBucket, prefix),
  });
  try {
    const { Credentials } = await client.send(command);
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
    if (!(AccessKeyId && SecretAccessKey && SessionToken && Expiration)) throw new Error("no credentials were given");
    return {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: SessionToken,
      expiresAt: Expiration,
    };
  } catch (error) {
    throw asStorageRefusal(error);
  } finally {
    client.destroy();
  }
};
