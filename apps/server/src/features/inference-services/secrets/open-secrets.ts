import type { ServiceConfig } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { listSecretsById, listSecretsOfCluster } from "./secret.store.ts";

const secretIdsOf = (config: ServiceConfig): string[] =>
  config.env.flatMap((variable) => ("secret_id" in variable ? [variable.secret_id] : []));

/** Only the owner of a secret may refer to it, unless the service already did: otherwise anyone could read it by deploying. */
export const requireOwnSecrets = async (
  db: Db,
  userId: string,
  config: ServiceConfig,
  already?: ServiceConfig,
): Promise<void> => {
  const known = new Set(already ? secretIdsOf(already) : []);
  const asked = secretIdsOf(config).filter((id) => !known.has(id));
  const own = new Set(
    (await listSecretsById(db, asked)).filter(({ owner_id: ownerId }) => ownerId === userId).map(({ id }) => id),
  );
  const at = config.env.findIndex(
    (each) => "secret_id" in each && !known.has(each.secret_id) && !own.has(each.secret_id),
  );
  if (at !== -1) {
    throw new InvalidRequest("body", [
      { message: "you have no such secret", path: ["config", "env", at, "secret_id"] },
    ]);
  }
};

/** Values that messages of a cluster may repeat. One that can no longer be opened cannot be looked for. */
export const openSecretsOfCluster = async (
  { db, box }: Pick<ServicesDeps, "db" | "box">,
  clusterId: string,
): Promise<string[]> =>
  (await listSecretsOfCluster(db, clusterId)).flatMap(({ id, owner_id: ownerId, sealed_value: sealed }) => {
    try {
      return [box.open({ secretId: id, ownerId }, sealed)];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return [];
    }
  });

/** The values that the variables of a configuration refer to, by id. */
export const openSecrets = async (
  { db, box }: Pick<ServicesDeps, "db" | "box">,
  config: ServiceConfig,
): Promise<ReadonlyMap<string, string>> => {
  const ids = secretIdsOf(config);
  const rows = await listSecretsById(db, ids);
  const values = new Map(
    rows.map(({ id, owner_id: ownerId, sealed_value: sealed }) => [id, box.open({ secretId: id, ownerId }, sealed)]),
  );
  const missing = config.env.find((each) => "secret_id" in each && !values.has(each.secret_id));
  if (missing) throw new DomainError("conflict", `the secret of the variable ${missing.name} was deleted`);
  return values;
};
