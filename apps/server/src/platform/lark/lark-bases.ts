import type { z } from "zod";
import { anything, baseInfo, fieldPage, madeTable, type pageOf, tablePage, wikiNode } from "./lark-schemas.ts";
import type { LarkTransport } from "./lark-transport.ts";

export interface LarkField {
  readonly name: string;
  /** Lark's number of the field type. */
  readonly type: number;
  readonly isPrimary: boolean;
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
