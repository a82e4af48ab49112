import { createHash, createHmac, randomBytes } from "node:crypto";
import { SERVICE_SCOPES } from "@dailies/contract";
import { readConfig } from "../../apps/server/src/config.ts";
import {
  createServiceSeal,
  provisionServiceCredential,
  revokeServiceCredential,
} from "../../apps/server/src/features/service-api/index.ts";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import { programContext } from "../../apps/server/src/request-context.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import type { Principal, SigningKey } from "./principals.ts";

/** Repeated here: no service scope is imported from the contract, but all of them must be listed. */
const SCOPES = [
  "users:write",
  "credits:read",
  "credits:write",
  "credits:grant",
  "content:write",
  "orders:write",
  "backfill",
  "runs:write",
] as const;
if (SCOPES.join() !== SERVICE_SCOPES.join()) throw new Error("the scopes of machines changed: decide about them here");

/** The signature headers of a service request, implemented independently of the product. */
export const signatureHeaders = (
  { keyId, secret }: SigningKey,
  { method, path, body = "" }: { method: string; path: string; body?: string | undefined },
): Record<string, string> => {
  const timestamp = `${Math.floor(Date.now() / 1000)}`;
  const nonce = randomBytes(16).toString("hex");
  const digest = createHash("sha256").update(body).digest("hex");
  const text = ["v1", method, path, timestamp, nonce, digest].join("\n");
  return {
    "x-dailies-key": keyId,
    "x-dailies-timestamp": timestamp,
    "x-dailies-nonce": nonce,
    "x-dailies-signature": createHmac("sha256", secret).update(text).digest("hex"),
  };
};

/** One service for each scope, one with all scopes, one with a revoked key, and one that signs with a made-up secret. */
export const makeMachines = async (db: Db): Promise<Principal[]> => {
  const { secretKeys } = readConfig(testEnvironment());
  const deps = { db, seal: createServiceSeal(secretKeys) };
  const context = programContext("authz", "authz", new Date());
  const make = async (name: string, scopes: readonly (typeof SCOPES)[number][]) => {
    const { credential, secret } = await provisionServiceCredential(deps, context, { name, scopes });
    return { id: credential.id, key: { keyId: credential.key_id, secret } };
  };
  const machines: Principal[] = [];
  for (const scope of SCOPES) {
    const { key } = await make(`machine-${scope}`, [scope]);
    machines.push({ name: `machine-${scope}`, caller: { scopes: new Set([scope]) }, cookie: undefined, key });
  }
  const { key } = await make("machine-everything", SCOPES);
  machines.push({ name: "machine-everything", caller: { scopes: new Set(SCOPES) }, cookie: undefined, key });
  const revoked = await make("machine-revoked", SCOPES);
  await revokeServiceCredential(deps, context, { id: revoked.id, reason: "authorisation proof" });
  const forger = { keyId: key.keyId, secret: "guessed" };
  return [
    ...machines,
    { name: "machine-revoked", caller: "stranger", cookie: undefined, key: revoked.key },
    { name: "machine-forged", caller: "stranger", cookie: undefined, key: forger },
  ];
};
