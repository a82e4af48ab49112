import { randomUUID } from "node:crypto";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import type { Person } from "./principals.ts";

/** An endpoint of the owner: who may change it is decided before anything is asked of it. */
export const insertServices = async (db: Db, owner: Person): Promise<{ serviceId: string }> => {
  const [serviceId, at] = [randomUUID(), new Date()];
  await db
    .insertInto("inference_service")
    .values({
      id: serviceId,
      name: "authz",
      kind: "HTTP endpoint",
      template: "custom",
      model: "",
      address: "https://service.example.com",
      health_address: "https://service.example.com/health",
      request_key: randomUUID(),
      owner_id: owner.id,
      owner: owner.username,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db.insertInto("inference_service_state").values({ service_id: serviceId }).execute();
  return { serviceId };
};
