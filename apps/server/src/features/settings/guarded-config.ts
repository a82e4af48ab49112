import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { requireFreshSignIn } from "../../fresh-sign-in.ts";
import type { AuditContext } from "../../request-context.ts";
import { isGuardedKey } from "./declared-settings.ts";

/** Who changes a setting. Programs hold no codes, so they never change a guarded key this way. */
export interface ConfigContext extends AuditContext {
  readonly actor: AuditContext["actor"] & { readonly codes?: readonly string[]; readonly signedInAt?: Date };
}

const isGuardian = ({ actor }: ConfigContext): boolean => actor.codes?.includes("MAGI_ADMIN") === true;

/** Whether this actor may change the key at all: guarded keys are for MAGI_ADMIN. */
export const mayChange = (context: ConfigContext, key: string): boolean => !isGuardedKey(key) || isGuardian(context);

export const requireChangeable = (context: ConfigContext, key: string): void => {
  if (!mayChange(context, key)) throw new DomainError("not_allowed", MESSAGES.noOperationPermission);
};

/** Namespaces that decide about money and access. */
const SENSITIVE_NAMESPACES = ["platform.", "auth."];

/** Called by everything that changes what is published; drafts have no effect yet. */
export const requireFreshFor = (context: ConfigContext, key: string): void => {
  if (SENSITIVE_NAMESPACES.some((namespace) => key.startsWith(namespace))) requireFreshSignIn(context);
};

/** Guarded keys change by publication only, because that is what a second person approves. */
export const refuseGuarded = (key: string, advice: string): void => {
  if (isGuardedKey(key)) throw new DomainError("conflict", `${key} changes only with a second person: ${advice}`);
};
