import { DomainError } from "../../errors.ts";
import { openAdapter } from "./adapters/open-adapter.ts";
import type { PerformerRecord } from "./performer-record.ts";
import { namesOfCaller } from "./performer-registration.rules.ts";
import { findPerformerRow, type PerformerRow, toRecord } from "./performers.store.ts";
import type { PerformerDeps } from "./performers-deps.ts";
import type { PerformerAdapter } from "./requests/adapter.ts";

export interface OpenedPerformer {
  readonly performer: PerformerRecord;
  readonly adapter: PerformerAdapter;
}

/** Opens a performer, also a disabled or deleted one: the caller decides whether new work may start. */
export const openPerformer = async (
  deps: PerformerDeps,
  performerId: string,
  { version }: { version?: string } = {},
): Promise<OpenedPerformer> => {
  const row = await findPerformerRow(deps.db, performerId);
  if (!row) throw new DomainError("not_found", "there is no such performer");
  return openRow(deps, row, version);
};

export const openRow = (deps: PerformerDeps, row: PerformerRow, version?: string): OpenedPerformer => {
  const record = toRecord(row);
  const performer = version === undefined ? record : { ...record, version };
  const secret =
    row.sealed_secret && row.secret_origin === new URL(row.endpoint).origin
      ? deps.box.open({ performerId: row.id, origin: row.secret_origin }, row.sealed_secret)
      : undefined;
  const outgoing = deps.outgoing.ofCaller(...namesOfCaller(row.name, row.id));
  const adapter = openAdapter({ performer, secret, outgoing, assetUrl: deps.assetUrl });
  return { performer, adapter };
};
