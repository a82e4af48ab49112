// The performer registry: settings, connection tests and health. Jobs are in the generation feature. Routes added under
// /performer next to the specification's /performer/task.
import { allows, type performersRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { createPerformer } from "./create-performer.ts";
import { deletePerformer } from "./delete-performer.ts";
import { createHealthReader } from "./health-reader.ts";
import { toPerformerItem } from "./performer.dto.ts";
import type { PerformerRegistration } from "./performer-registration.rules.ts";
import { listPerformerRows, type PerformerRow, toRecord } from "./performers.store.ts";
import type { RegistryDeps } from "./performers-deps.ts";
import { testPerformer } from "./requests/test-performer.ts";
import { updatePerformer } from "./update-performer.ts";

type AllHandlers = Handlers<typeof performersRoutes>;
export type RegistryHandlers = Pick<
  AllHandlers,
  "listPerformers" | "createPerformer" | "updatePerformer" | "deletePerformer" | "testPerformer"
>;
type RegistrationBody =
  | Parameters<AllHandlers["createPerformer"]>[0]["body"]
  | Parameters<AllHandlers["updatePerformer"]>[0]["body"];

const inputFromBody = (body: RegistrationBody): PerformerRegistration => ({
  name: body.name,
  kind: body.kind,
  adapter: body.adapter,
  endpoint: body.endpoint,
  model: body.model,
  version: body.version,
  adapterConfig: body.adapter_config,
  inputSchema: body.input_schema,
  capabilities: body.capabilities,
  limits: { concurrency: body.limits.concurrency, rpm: body.limits.rpm, timeoutS: body.limits.timeout_s },
  pricing: body.pricing,
  isEnabled: body.is_enabled,
  isShared: body.shared_with_internal,
});

export const performersHandlers = (deps: RegistryDeps): RegistryHandlers => {
  const readHealth = createHealthReader(deps.db, deps.clock);
  const toItem = async (row: PerformerRow) =>
    toPerformerItem(toRecord(row), (await readHealth()).get(row.id), { isRestricted: false });

  return {
    async listPerformers({ actor }) {
      const isRestricted = !allows(actor, { permission: "PERFORMER_PLAYGROUND" });
      const [rows, health] = await Promise.all([listPerformerRows(deps.db, { isRestricted }), readHealth()]);
      const items = rows.map((row) => toPerformerItem(toRecord(row), health.get(row.id), { isRestricted }));
      return { items, total: items.length };
    },

    async createPerformer(call) {
      const { secret, service_id: serviceId } = call.body;
      return toItem(await createPerformer(deps, call.context, { ...inputFromBody(call.body), secret, serviceId }));
    },

    async updatePerformer(call) {
      const { id, expected_revision, secret } = call.body;
      const change = { id, expectedRevision: expected_revision, input: inputFromBody(call.body), secret };
      return toItem(await updatePerformer(deps, call.context, change));
    },

    async deletePerformer(call) {
      await deletePerformer(deps, call.context, call.body.id);
      return { ok: true };
    },

    async testPerformer({ body }) {
      const { isOk, tookMs, message } = await testPerformer(deps, body.id);
      return { is_ok: isOk, took_ms: tookMs, message };
    },
  };
};
