import { randomBytes } from "node:crypto";
import type { Db } from "../../../platform/db/database.ts";

export interface TestCustomer {
  readonly id: bigint;
  readonly email: string;
}

/** An end user with an empty account. */
export const aCustomer = async (db: Db, options: { email?: string; status?: string } = {}): Promise<TestCustomer> => {
  const email = options.email ?? `eve-${randomBytes(5).toString("hex")}@example.com`;
  const at = new Date();
  const { id } = await db
    .insertInto("end_user")
    .values({ email, status: options.status ?? "active", created_at: at, seen_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, email };
};
