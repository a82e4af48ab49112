interface LarkLink {
  /** What the token refers to. */
  readonly kind: "base" | "wiki";
  readonly token: string;
  readonly tableId: string | null;
}

const PLACE = /^\/(?:[^/]+\/)*?(base|wiki)\/([A-Za-z0-9_-]{5,100})\/?$/;
const TABLE = /^tbl[A-Za-z0-9_-]{1,90}$/;

/** Undefined when the URL is not one of a base. Only its tokens are used; the URL itself is never fetched (SSRF). */
export const readLarkLink = (link: string): LarkLink | undefined => {
  const address = link.trim();
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const [, kind, token] = PLACE.exec(url.pathname) ?? [];
  if (!/^https?:$/.test(url.protocol) || kind === undefined || token === undefined) return undefined;
  const table = url.searchParams.get("table") ?? "";
  return { kind: kind === "wiki" ? "wiki" : "base", token, tableId: TABLE.test(table) ? table : null };
};

const FOLDER = /^\/(?:[^/]+\/)*?drive\/folder\/([A-Za-z0-9_-]{5,100})\/?$/;

/** The token of a folder; undefined when the URL is not one of a folder. */
export const readFolderLink = (link: string): string | undefined => {
  const address = link.trim();
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) ? FOLDER.exec(url.pathname)?.[1] : undefined;
};

/** The same URL, pointing to the table that was written. */
export const linkToTable = (link: string, tableId: string): string => {
  const url = new URL(link.trim());
  url.search = "";
  url.hash = "";
  url.searchParams.set("table", tableId);
  return url.href.slice(0, 1_000);
};
