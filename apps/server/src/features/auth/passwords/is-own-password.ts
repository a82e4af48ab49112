import type { AuthDeps } from "../auth-deps.ts";
import { forgetAttempts } from "../throttle.store.ts";
import { spendAttempts } from "../throttle.ts";
import type { SignInUser } from "../user.store.ts";
import { verifyPassword } from "./password-hash.ts";

/** Whether a signed-in user knows their own password. Everything that asks for it shares one limit of wrong answers. */
export const isOwnPassword = async (
  { db, clock, limits }: Pick<AuthDeps, "db" | "clock" | "limits">,
  { id, passwordHash }: Pick<SignInUser, "id" | "passwordHash">,
  password: string,
): Promise<boolean> => {
  const limit = { key: `current-password:${id}`, max: limits.perAccount };
  await spendAttempts(db, [limit], clock());
  const isRight = await verifyPassword(passwordHash, password, id);
  if (isRight) await forgetAttempts(db, limit.key);
  return isRight;
};
