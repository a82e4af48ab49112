import { DomainError } from "../../../errors.ts";
import type { Lark, LarkField } from "../../../platform/lark/lark.ts";
import { readLarkLink } from "./lark-link.rules.ts";

interface ResolvedLink {
  readonly appToken: string;
  /** Null when the URL names only the base. */
  readonly tableId: string | null;
}

export const requireLark = (lark: Lark | undefined): Lark => {
  if (!lark) throw new DomainError("conflict", "Lark is not configured: export a file, or configure a Lark app");
  return lark;
};

/** Resolves a pasted URL to its base; a wiki page is resolved through the Lark API. */
export const resolveLink = async (lark: Lark, link: string): Promise<ResolvedLink> => {
  const read = readLarkLink(link);
  if (!read)
    throw new DomainError(
      "invalid",
      "this is not the address of a Lark base: open the base in Lark and copy its address",
    );
  if (read.kind === "base") return { appToken: read.token, tableId: read.tableId };
  const appToken = await lark.findWikiBase(read.token);
  if (appToken === undefined) throw new DomainError("invalid", "this wiki page does not contain a base");
  return { appToken, tableId: read.tableId };
};

interface DescribedTable {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly LarkField[];
}

/** Includes the fields of the table in the URL, or of all tables when the URL names none. */
export const describeLink = async (lark: Lark, link: string) => {
  const { appToken, tableId } = await resolveLink(lark, link);
  const name = await lark.getBaseName(appToken);
  const tables: DescribedTable[] = [];
  for (const table of await lark.listTables(appToken)) {
    tables.push({ ...table, fields: await lark.listFields({ appToken, tableId: table.id }) });
  }
  const named = tables.find(({ id }) => id === tableId);
  return { appToken, name, tableId: named?.id ?? null, tables };
};
