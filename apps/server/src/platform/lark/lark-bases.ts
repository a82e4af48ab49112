import type { z } from "zod";
import {
  anything,
  baseInfo,
  fieldPage,
  folderFiles,
  madeBase,
  madeTable,
  type pageOf,
  tablePage,
  wikiNode,
} from "./lark-schemas.ts";
import type { LarkTransport } from "./lark-transport.ts";

export interface LarkField {
  readonly name: string;
  /** Lark's number of the field type. */
  readonly type: number;
  readonly isPrimary: boolean;
}

export interface LarkBaseFile {
  readonly appToken: string;
  readonly name: string;
  readonly url: string;
  readonly createdAtMs: number;
}

export interface LarkTable {
  readonly appToken: string;
  readonly tableId: string;
}

const PAGE = "100";

const pathOfBase = (appToken: string, rest = ""): string => `bitable/v1/apps/${encodeURIComponent(appToken)}${rest}`;
export const pathOfTable = ({ appToken, tableId }: LarkTable, rest: string): string =>
  pathOfBase(appToken, `/tables/${encodeURIComponent(tableId)}/${rest}`);

/** Bases, their tables and fields. */
export const baseCalls = ({ call }: LarkTransport) => {
  const listPages = async <T extends z.ZodRawShape>(schema: ReturnType<typeof pageOf<T>>, path: string) => {
    const items: NonNullable<z.output<typeof schema>["items"]>[number][] = [];
    let pageToken: string | undefined;
    do {
      const query = { page_size: PAGE, ...(pageToken !== undefined && { page_token: pageToken }) };
      const answered = await call(schema, { method: "GET", path, query });
      items.push(...(answered.items ?? []));
      pageToken = answered.has_more ? (answered.page_token ?? undefined) : undefined;
    } while (pageToken !== undefined);
    return items;
  };

  return {
    /** The token of the base on a wiki page; undefined when the page is something else. */
    findWikiBase: async (token: string): Promise<string | undefined> => {
      const { node } = await call(wikiNode, { method: "GET", path: "wiki/v2/spaces/get_node", query: { token } });
      return node.obj_type === "bitable" ? node.obj_token : undefined;
    },

    /** In a folder that was shared with the app, or in the app's own. Not repeated when the answer is lost. */
    createBase: async (name: string, folderToken: string | null): Promise<{ appToken: string; url: string }> => {
      const json = { name, ...(folderToken !== null && { folder_token: folderToken }) };
      const { app } = await call(madeBase, { method: "POST", path: "bitable/v1/apps", json, isSentOnce: true });
      return { appToken: app.app_token, url: app.url };
    },

    /** The bases among the newest fifty files of a folder. */
    listNewestBases: async (folderToken: string | null): Promise<LarkBaseFile[]> => {
      const folder: Record<string, string> = folderToken === null ? {} : { folder_token: folderToken };
      const query = { ...folder, page_size: "50", order_by: "CreatedTime", direction: "DESC" };
      const { files } = await call(folderFiles, { method: "GET", path: "drive/v1/files", query });
      return (files ?? []).flatMap(({ token, name, type, url, created_time }) =>
        type === "bitable" && url != null
          ? [{ appToken: token, name, url, createdAtMs: (created_time ?? 0) * 1_000 }]
          : [],
      );
    },

    /** Lets a person edit and share the base. Repeating it changes nothing. */
    shareBase: async (appToken: string, email: string): Promise<void> => {
      const path = `drive/v1/permissions/${encodeURIComponent(appToken)}/members`;
      const json = { member_type: "email", member_id: email, perm: "full_access" };
      await call(anything, { method: "POST", path, query: { type: "bitable", need_notification: "false" }, json });
    },

    getBaseName: async (appToken: string): Promise<string> => {
      const { app } = await call(baseInfo, { method: "GET", path: pathOfBase(appToken) });
      return app.name ?? "";
    },

    listTables: async (appToken: string): Promise<{ id: string; name: string }[]> => {
      const items = await listPages(tablePage, pathOfBase(appToken, "/tables"));
      return items.map(({ table_id, name }) => ({ id: table_id, name }));
    },

    listFields: async (table: LarkTable): Promise<LarkField[]> => {
      const items = await listPages(fieldPage, pathOfTable(table, "fields"));
      return items.map(({ field_name: name, type, is_primary }) => ({ name, type, isPrimary: is_primary ?? false }));
    },

    createTable: async (
      appToken: string,
      name: string,
      fields: readonly Pick<LarkField, "name" | "type">[],
    ): Promise<string> => {
      const table = { name, fields: fields.map((field) => ({ field_name: field.name, type: field.type })) };
      const path = pathOfBase(appToken, "/tables");
      return (await call(madeTable, { method: "POST", path, json: { table } })).table_id;
    },

    createField: async (table: LarkTable, { name, type }: Pick<LarkField, "name" | "type">): Promise<void> => {
      await call(anything, { method: "POST", path: pathOfTable(table, "fields"), json: { field_name: name, type } });
    },
  };
};
