import { type Access, allows, MESSAGES, SECOND_FACTOR_CODES } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";

/** Whether this caller still has to set up the second factor that the codes they hold require. */
export const mustSetUpSecondFactor = (
  actor: Pick<Actor, "permissions" | "hasSecondFactor">,
  isRequired: boolean,
): boolean => isRequired && !actor.hasSecondFactor && SECOND_FACTOR_CODES.some((code) => actor.permissions.has(code));

/** Why this caller is refused, if so. Checked before any part of the request is parsed, so that strangers learn nothing. */
export const refusalOf = (access: Access, actor: Actor | undefined, isFineGrained = false): DomainError | undefined => {
  if (allows(actor, access, isFineGrained)) return undefined;
  if (!actor) return new DomainError("not_signed_in", MESSAGES.loginFirst);
  return new DomainError("not_allowed", MESSAGES.noOperationPermission);
};
