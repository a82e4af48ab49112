import { DomainError } from "../../errors.ts";
import { newId } from "../../platform/ids.ts";
import { type AuditContext, auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { type PerformerRegistration, validateInput } from "./performer-registration.rules.ts";
import { holdService, insertPerformer, isNameTaken, type PerformerRow, toColumns } from "./performers.store.ts";
import type { RegistryDeps } from "./performers-deps.ts";
import { resizeSlots } from "./slots.store.ts";

export const subjectOf = (id: string): string => `performer:${id}`;

export const takenWords = (name: string): string => `there is already a performer called '${name}'`;

export interface NewPerformer extends PerformerRegistration {
  readonly secret?: string | undefined;
  /** The inference service that it calls. */
  readonly serviceId?: string | undefined;
}

/** Registers a performer and creates its concurrency slots. */
export const createPerformer = (
  { db, box, outgoing }: Omit<RegistryDeps, "clock">,
  context: AuditContext,
  { secret, serviceId, ...asked }: NewPerformer,
): Promise<PerformerRow> => {
  const input = validateInput(outgoing, asked, { secret });
  const id = newId();
  const { origin } = new URL(input.endpoint);
  const sealed = secret === undefined ? null : box.seal({ performerId: id, origin }, secret.trim());
  return db.transaction().execute(async (tx) => {
    if (await isNameTaken(tx, input.name, id)) throw new DomainError("conflict", takenWords(input.name));
    if (serviceId !== undefined && !(await holdService(tx, serviceId)))
      throw new DomainError("not_found", "there is no such service");
    const row = await insertPerformer(tx, {
      service_id: serviceId ?? null,
      ...toColumns(input),
      id,
      created_at: context.at,
      created_by: context.actor.username,
      sealed_secret: sealed,
      secret_origin: sealed && origin,
    });
    if (!row) throw new DomainError("conflict", takenWords(input.name));
    await resizeSlots(tx, id, input.limits.concurrency);
    await recordOperation(tx, auditActor(context), {
      opType: "Create_performer",
      subjects: [subjectOf(id)],
      meta: { ...input, ...(serviceId !== undefined && { service: serviceId }), secret: sealed ? "set" : "none" },
    });
    return row;
  });
};
