import { totpSecrets } from "./features/auth/index.ts";
import { clusterTokens } from "./features/clusters/index.ts";
import { runSourceLogins } from "./features/experiments/index.ts";
import { inferenceSecrets } from "./features/inference-services/index.ts";
import { recordOperation } from "./features/operation-log/index.ts";
import { performerSecrets } from "./features/performers/index.ts";
import { serviceSecrets } from "./features/service-api/index.ts";
import { sensitiveValues } from "./features/settings/index.ts";
import { storageSecrets } from "./features/storage/index.ts";
import { countSealed, type Resealed, resealColumn, type SealedColumn } from "./platform/crypto/sealed-column.ts";
import type { SecretKeys } from "./platform/crypto/secret-keys.ts";
import type { Db } from "./platform/db/database.ts";
import type { Log } from "./platform/observability/log.ts";
import { type AuditContext, auditActor } from "./request-context.ts";

/** Everything that the secret key encrypts. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  clusterTokens,
  inferenceSecrets,
  performerSecrets,
  runSourceLogins,
  sensitiveValues,
  serviceSecrets,
  storageSecrets,
  totpSecrets,
];

/** A key that is configured or has encrypted something. */
interface KeyUse {
  readonly id: string;
  readonly state: "current" | "additional" | "missing";
  readonly values: number;
  /** What it has encrypted, in words. */
  readonly uses: readonly { readonly purpose: string; readonly values: number }[];
}

export const listKeyUses = async (db: Db, secretKeys: SecretKeys): Promise<KeyUse[]> => {
  const counted = await Promise.all(
    SEALED_COLUMNS.map(async (column) => ({ purpose: column.purpose, byKey: await countSealed(db, column) })),
  );
  const configured = secretKeys.all.map(({ id }) => id);
  const ids = new Set([...configured, ...counted.flatMap(({ byKey }) => [...byKey.keys()])]);
  return [...ids].map((id) => {
    const uses = counted.flatMap(({ purpose, byKey }) => {
      const values = byKey.get(id);
      return values === undefined ? [] : [{ purpose, values }];
    });
    const otherwise = configured.includes(id) ? "additional" : "missing";
    return {
      id,
      state: id === secretKeys.current.id ? "current" : otherwise,
      values: uses.reduce((sum, { values }) => sum + values, 0),
      uses,
    };
  });
};

/** Values that cannot be read are noticed at the next start, while the key that was removed may still be at hand. */
export const logMissingKeys = async (db: Db, secretKeys: SecretKeys, log: Log): Promise<void> => {
  const keys = await listKeyUses(db, secretKeys);
  for (const { id, state, uses } of keys) {
    if (state === "missing") {
      log.error(
        { keyId: id, uses },
        "values are encrypted with a secret key that is not configured: they cannot be read",
      );
    }
  }
};

/** Encrypts everything with the current key, while the processes run, and records it in the history. */
export const rotateKeys = async (db: Db, secretKeys: SecretKeys, context: AuditContext): Promise<Resealed> => {
  let [resealed, unreadable] = [0, 0];
  for (const column of SEALED_COLUMNS) {
    const done = await resealColumn(db, column, secretKeys);
    resealed += done.resealed;
    unreadable += done.unreadable;
  }
  if (resealed > 0) {
    await db.transaction().execute((tx) =>
      recordOperation(tx, auditActor(context), {
        opType: "Rotate_secret_key",
        subjects: ["secret-keys"],
        meta: { key_id: secretKeys.current.id, resealed, unreadable },
        reason: "",
      }),
    );
  }
  return { resealed, unreadable };
};
