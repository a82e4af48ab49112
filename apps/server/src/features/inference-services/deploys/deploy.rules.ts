import { allows } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";

/** How the audit log names a service. */
export const serviceSubject = (id: string): string => `inference-service:${id}`;

/** The owner, or an administrator. */
export const mayChange = (actor: Actor, { owner_id: ownerId }: { readonly owner_id: string }): boolean =>
  ownerId === actor.userId || allows(actor, { permission: "ADMIN_MANAGE_R", isInternalOnly: true });
