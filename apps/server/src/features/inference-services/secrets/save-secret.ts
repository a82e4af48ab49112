import { allows } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import {
  countSecrets,
  deleteSecretRow,
  findSecretByName,
  listSecrets,
  lockSecret,
  saveSecretRow,
} from "./secret.store.ts";

const MAX_SECRETS = 100;

const subjectOf = (id: string): string => `inference-secret:${id}`;

/** Sees the names of the secrets of everybody, and removes those of people who left. Values are shown to nobody. */
export const isSecretsManager = (actor: Actor): boolean =>
  allows(actor, { permission: "ADMIN_MANAGE_R", isInternalOnly: true });

export const mayNotSeeAll = (): DomainError =>
  new DomainError("not_allowed", "only an administrator sees the secrets of everybody");

/** Saves a secret of the caller; an older value under the same name is replaced. Returns its id. */
export const saveSecret = (
  { db, box }: ServicesDeps,
  context: RequestContext,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const { userId } = context.actor;
    const before = await findSecretByName(tx, userId, name);
    if (!before && (await countSecrets(tx, userId)) >= MAX_SECRETS) {
      throw new DomainError("conflict", `at most ${MAX_SECRETS} secrets can be saved`);
    }
    const id = before?.id ?? newId();
    const sealed = box.seal({ secretId: id, ownerId: userId }, value);
    await saveSecretRow(tx, { id, owner_id: userId, name, sealed_value: sealed, updated_at: context.at });
    const meta = { name, is_replaced: before !== undefined };
    await recordOperation(tx, auditActor(context), { opType: "Save_service_secret", subjects: [subjectOf(id)], meta });
    return id;
  });

/** A secret of others is as one that does not exist, unless the caller is an administrator. */
export const deleteSecret = ({ db }: ServicesDeps, context: RequestContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockSecret(tx, id);
    const isAllowed = row?.owner_id === context.actor.userId || isSecretsManager(context.actor);
    if (!(row && isAllowed)) throw new DomainError("not_found", "there is no such secret");
    const [listed] = await listSecrets(tx, { id });
    const users = listed?.used_by ?? [];
    if (users.length > 0) {
      const names = users.map(({ name }) => `'${name}'`).join(", ");
      throw new DomainError("conflict", `services refer to this secret: ${names}`);
    }
    await deleteSecretRow(tx, id);
    await recordOperation(tx, auditActor(context), {
      opType: "Delete_service_secret",
      subjects: [subjectOf(id)],
      meta: { name: row.name },
    });
  });
