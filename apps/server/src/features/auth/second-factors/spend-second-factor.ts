import { createSeal } from "../../../platform/crypto/seal.ts";
import type { SealedColumn } from "../../../platform/crypto/sealed-column.ts";
import type { SecretKeys } from "../../../platform/crypto/secret-keys.ts";
import type { AuthDeps } from "../auth-deps.ts";
import type { ChallengePurpose } from "../passkeys/passkey-challenge.store.ts";
import { type PasskeyAnswer, verifyPasskey } from "../passkeys/verify-passkey.ts";
import { forgetAttempts } from "../throttle.store.ts";
import { spendAttempts } from "../throttle.ts";
import { hashRecoveryCode } from "./recovery-code.rules.ts";
import { findTotp, takeRecoveryCode, takeStep } from "./second-factor.store.ts";
import { findStep } from "./totp.rules.ts";

export type SecondFactor =
  | { readonly totp: string }
  | { readonly recovery_code: string }
  | { readonly passkey: PasskeyAnswer; readonly purpose: ChallengePurpose };

export const methodOf = (given: SecondFactor): "totp" | "recovery_code" | "passkey" => {
  if ("passkey" in given) return "passkey";
  return "totp" in given ? "totp" : "recovery_code";
};

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

/** Whether it is right; then it is used up. Everything that takes a second factor shares one limit of wrong ones. */
export const spendSecondFactor = async (deps: AuthDeps, userId: string, given: SecondFactor): Promise<boolean> => {
  const { db, clock, limits } = deps;
  const limit = { key: `second-factor:${userId}`, max: limits.perAccount };
  await spendAttempts(db, [limit], clock());
  const isRight = await spend(deps, userId, given);
  if (isRight) await forgetAttempts(db, limit.key);
  return isRight;
};

const spend = async (deps: AuthDeps, userId: string, given: SecondFactor): Promise<boolean> => {
  if ("totp" in given) return spendTotp(deps, userId, given.totp);
  if ("recovery_code" in given) {
    const hash = hashRecoveryCode(userId, given.recovery_code);
    return takeRecoveryCode(deps.db, userId, hash, deps.clock());
  }
  return (await verifyPasskey(deps, { purpose: given.purpose, userId }, given.passkey)) !== undefined;
};

const spendTotp = async ({ db, clock, secretKeys }: AuthDeps, userId: string, code: string): Promise<boolean> => {
  const factor = await findTotp(db, userId);
  if (!factor) return false;
  const secret = Buffer.from(secretSeal(secretKeys).open(factor.sealed_secret, [userId]), "base64");
  const step = findStep(secret, code, clock());
  return step !== undefined && takeStep(db, userId, step);
};
