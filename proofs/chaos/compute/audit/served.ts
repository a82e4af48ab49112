import type { ServiceConfig } from "@dailies/contract";
import { sql } from "kysely";
import { toApplication } from "../../../../apps/server/src/features/inference-services/deploys/serve-config.rules.ts";
import type { Db } from "../../../../apps/server/src/platform/db/database.ts";
import { SECRET_CANARY } from "../load/secret-canary.ts";

/** A service that its cluster should serve: the newest deploy has ended, and an application was verified. */
export interface ServedRow {
  readonly name: string;
  readonly cluster_id: string;
  readonly deploy_number: number;
  /** Of the deploy that was verified last. */
  readonly config: ServiceConfig;
}

export const readServed = async (db: Db): Promise<ServedRow[]> => {
  const { rows } = await sql<ServedRow>`
    select s.name, s.cluster_id, s.deploy_number, a.config
    from inference_service s
      join inference_service_deploy d on d.service_id = s.id and d.number = s.deploy_number
      join inference_service_deploy a on a.service_id = s.id and a.number = s.applied_number
    where s.deleted_at is null and s.kind = 'Ray Serve' and not s.is_paused and d.ended_at is not null`.execute(db);
  return rows;
};

/** The application of a configuration, with the secrets that services of this proof have. */
export const applicationOf = (name: string, config: ServiceConfig) => toApplication(name, config, () => SECRET_CANARY);
