import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { deleteSecretRow, findSecretByName, listSecrets, saveSecretRow } from "./secret.store.ts";

const MAX_SECRETS = 100;

const subjectOf = (id: string): string => `inference-secret:${id}`;

/** Saves a secret of the caller; an older value under the same name is replaced. */
export const saveSecret = (
  { db, box }: ServicesDeps,
  context: RequestContext,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<{ id: string; name: string; updated_at: Date }> =>
  db.transaction().execute(async (tx) => {
    const { userId } = context.actor;
    const before = await findSecretByName(tx, userId, name);
    if (!before && (await listSecrets(tx, userId)).length >= MAX_SECRETS) {
      throw new DomainError("conflict", `at most ${MAX_SECRETS} secrets can be saved`);
    }
    const id = before?.id ?? newId();
    const sealed = box.seal({ secretId: id, ownerId: userId }, value);
    await saveSecretRow(tx, { id, owner_id: userId, name, sealed_value: sealed, updated_at: context.at });
    const meta = { name, is_replaced: before !== undefined };
    await recordOperation(tx, auditActor(context), { opType: "Save_service_secret", subjects: [subjectOf(id)], meta });
    return { id, name, updated_at: context.at };
  });

export const deleteSecret = ({ db }: ServicesDeps, context: RequestContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const name = await deleteSecretRow(tx, context.actor.userId, id);
    if (name === undefined) throw new DomainError("not_found", "there is no such secret");
    const meta = { name };
    await recordOperation(tx, auditActor(context), {
      opType: "Delete_service_secret",
      subjects: [subjectOf(id)],
      meta,
    });
  });
