// Exports of generated and judged data to files and Lark tables. Serves «/feishu-export» of the specification; the worker
// does the work in batches.
import type { ExportItem, exportsRoutes } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { listBlindedTasks } from "../blinding/index.ts";
import { cancelExport } from "./cancel-export.ts";
import { createExport } from "./create-export.ts";
import { downloadAddress } from "./download-export.ts";
import { toExportItem } from "./export.dto.ts";
import { type ExportRecord, listOwnExports } from "./export.store.ts";
import type { ExportsDeps } from "./exports-deps.ts";
import { getOwnExport } from "./get-export.ts";
import { createBase } from "./lark/create-base.ts";
import { nameOfType } from "./lark/lark-fields.rules.ts";
import { describeLink, requireLark } from "./lark/resolve-link.ts";
import { previewExport } from "./preview-export.ts";
import { resumeExport } from "./resume-export.ts";
import type { ExportInput } from "./run/open-source.ts";

interface Wire extends Omit<ExportInput, "taskIds"> {
  readonly task_ids: readonly string[];
}
const inputFromBody = ({ task_ids: taskIds, rows, aggregation, media }: Wire): ExportInput => ({
  taskIds,
  rows,
  aggregation,
  media,
});

export const exportsHandlers = (deps: ExportsDeps): Handlers<typeof exportsRoutes> => {
  const toItems = async ({ userId }: Actor, records: readonly ExportRecord[]): Promise<ExportItem[]> => {
    const taskIds = records.flatMap((record) => record.taskIds);
    const blinded = await listBlindedTasks(deps.db, userId, taskIds);
    return records.map((record) => toExportItem(record, blinded));
  };
  const toItem = async (actor: Actor, record: ExportRecord): Promise<ExportItem> => {
    const [item] = await toItems(actor, [record]);
    if (!item) throw new Error("an export that was found could not be described");
    return item;
  };
  const describe = async (link: string) => {
    const { appToken, name, tableId, tables } = await describeLink(requireLark(deps.lark), link);
    return {
      app_token: appToken,
      name,
      table_id: tableId,
      tables: tables.map(({ fields, ...table }) => ({
        ...table,
        fields: fields.map((field) => ({
          name: field.name,
          type: nameOfType(field.type),
          is_primary: field.isPrimary,
        })),
      })),
    };
  };
  return {
    getLarkState: () => ({ is_configured: deps.lark !== undefined, domain: deps.lark?.domain ?? null }),
    resolveLarkLink: ({ body }) => describe(body.link),
    async createLarkBase({ body, context }) {
      const { name, folder_link: folderLink, request_key: requestKey } = body;
      const link = await createBase(deps, context, { name, folderLink, requestKey });
      return { link, ...(await describe(link)) };
    },
    async previewExport({ body, context }) {
      const { columns, rows, rowsTotal, mediaBytes } = await previewExport(deps, context, inputFromBody(body));
      return { columns: [...columns], rows: [...rows], rows_total: rowsTotal, media_bytes: mediaBytes };
    },
    async createExport({ actor, body, context }) {
      const { target, request_key: requestKey } = body;
      return toItem(actor, await createExport(deps, context, { ...inputFromBody(body), target, requestKey }));
    },
    async listExports({ actor, query }) {
      const { items, total } = await listOwnExports(deps.db, actor.userId, query);
      return { items: await toItems(actor, items), total };
    },
    getExport: async ({ actor, params }) => toItem(actor, await getOwnExport(deps.db, actor, params.id)),
    cancelExport: async ({ actor, params, context }) => toItem(actor, await cancelExport(deps, context, params.id)),
    resumeExport: async ({ actor, params, context }) => toItem(actor, await resumeExport(deps, context, params.id)),
    async downloadExport({ params, reply, context }) {
      const address = await downloadAddress(deps, context, params.id);
      await reply.code(302).header("location", address).send("");
    },
  };
};
