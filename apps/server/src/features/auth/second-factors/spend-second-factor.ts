import { createSeal } from "../../../platform/crypto/seal.ts";
import type { SealedColumn } from "../../../platform/crypto/sealed-column.ts";
import type { SecretKeys } from "../../../platform/crypto/secret-keys.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { forgetAttempts } from "../throttle.store.ts";
import { spendAttempts } from "../throttle.ts";
import { hashRecoveryCode } from "./recovery-code.rules.ts";
import { findTotp, takeRecoveryCode, takeStep } from "./second-factor.store.ts";
import { findStep } from "./totp.rules.ts";

export type SecondFactor = { readonly totp: string } | { readonly recovery_code: string };

type Deps = Pick<AuthDeps, "db" | "clock" | "secretKeys" | "limits">;

export const totpSecrets: SealedColumn = {
  purpose: "authenticator app",
  table: "totp_factor",
  column: "sealed_secret",
  boundTo: ["user_id"],
};

const secretSeal = (secretKeys: SecretKeys) => createSeal(secretKeys, totpSecrets.purpose);

/** Encrypted for one user: the row of another cannot take its place. */
export const sealTotpSecret = (secretKeys: SecretKeys, userId: string, secret: Buffer): Buffer =>
  secretSeal(secretKeys).seal(secret.toString("base64"), [userId]);

/** Whether the code is right; then it is used up. Everything that takes a second factor shares one limit of wrong codes. */
export const spendSecondFactor = async (deps: Deps, userId: string, given: SecondFactor): Promise<boolean> => {
  const { db, clock, limits } = deps;
  const now = clock();
  const limit = { key: `second-factor:${userId}`, max: limits.perAccount };
  await spendAttempts(db, [limit], now);
  const isRight =
    "totp" in given
      ? await spendTotp(deps, userId, given.totp)
      : await takeRecoveryCode(db, userId, hashRecoveryCode(userId, given.recovery_code), now);
  if (isRight) await forgetAttempts(db, limit.key);
  return isRight;
};

const spendTotp = async (
  { db, clock, secretKeys }: Pick<Deps, "clock" | "secretKeys"> & { db: Db },
  userId: string,
  code: string,
): Promise<boolean> => {
  const factor = await findTotp(db, userId);
  if (!factor) return false;
  const secret = Buffer.from(secretSeal(secretKeys).open(factor.sealed_secret, [userId]), "base64");
  const step = findStep(secret, code, clock());
  return step !== undefined && takeStep(db, userId, step);
};
