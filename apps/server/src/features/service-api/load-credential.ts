import type { ServiceScope } from "@dailies/contract";
import type { ServiceCaller } from "../../actor.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecretKeys } from "../../platform/crypto/secret-keys.ts";
import type { Db } from "../../platform/db/database.ts";
import { findLiveCredential, listLiveSecrets, noteCredentialUse } from "./credential.store.ts";
import { aboutSecret, createServiceSeal } from "./credential-secret.ts";

interface OpenCredential extends ServiceCaller {
  readonly secrets: { readonly text: string; readonly expiresAt: Date | null }[];
}

/** The data that the HTTP layer needs to verify a service's signature. */
export const createCredentialReader = ({ db, clock, secretKeys }: { db: Db; clock: Clock; secretKeys: SecretKeys }) => {
  const seal = createServiceSeal(secretKeys);
  return {
    load: async (keyId: string): Promise<OpenCredential | undefined> => {
      const row = await findLiveCredential(db, keyId);
      if (!row) return undefined;
      const secrets = await listLiveSecrets(db, [row.id], clock());
      return {
        credentialId: row.id,
        name: row.name,
        scopes: new Set(row.scopes as ServiceScope[]),
        secrets: secrets.map(({ version, sealed, expires_at }) => ({
          text: seal.open(sealed, aboutSecret(row.id, version)),
          expiresAt: expires_at instanceof Date ? expires_at : null,
        })),
      };
    },
    noteUse: (credentialId: string, at: Date): Promise<void> => noteCredentialUse(db, credentialId, at),
  };
};
