import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { AuditContext } from "../../request-context.ts";
import { isGuardedKey } from "./declared-settings.ts";

/** Who changes a setting. Programs hold no codes, so they never change a guarded key this way. */
export interface ConfigContext extends AuditContext {
  readonly actor: AuditContext["actor"] & { readonly codes?: readonly string[] };
}

const isGuardian = ({ actor }: ConfigContext): boolean => actor.codes?.includes("MAGI_ADMIN") === true;

/** Whether this actor may change the key at all: guarded keys are for MAGI_ADMIN. */
export const mayChange = (context: ConfigContext, key: string): boolean => !isGuardedKey(key) || isGuardian(context);

export const requireChangeable = (context: ConfigContext, key: string): void => {
  if (!mayChange(context, key)) throw new DomainError("not_allowed", MESSAGES.noOperationPermission);
};

/** Guarded keys change by publication only, because that is what a second person approves. */
export const refuseGuarded = (key: string, advice: string): void => {
  if (isGuardedKey(key)) throw new DomainError("conflict", `${key} changes only with a second person: ${advice}`);
};
