import type { Session, Table } from "@lancedb/lancedb";
import type { SharedFiles } from "../shared-files/shared-files.ts";

/** One version of a Lance table in files that another process shares. */
export interface SharedTable {
  readonly files: SharedFiles;
  /** With a trailing slash, or empty. */
  readonly folder: string;
  readonly name: string;
  readonly version: number;
}

const MAX_OPEN = 32;
const INDEX_CACHE_BYTES = 128n * 1024n ** 2n;
const METADATA_CACHE_BYTES = 128n * 1024n ** 2n;

const open = new Map<string, Promise<Table>>();
let session: Promise<Session> | undefined;

/** The library parses this as a URL: a key with “%” or “?” would refer to another folder. */
const addressOf = ({ files, folder }: SharedTable): string =>
  `s3://${files.bucket}/${folder.split("/").map(encodeURIComponent).join("/")}`.replace(/\/$/, "");

const openTable = async (table: SharedTable): Promise<Table> => {
  const { connect, Session } = await import("@lancedb/lancedb");
  session ??= Promise.resolve(new Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES));
  const storageOptions = {
    endpoint: table.files.endpoint,
    region: "us-east-1",
    allow_http: "true",
    virtual_hosted_style_request: "false",
    // The name of the bucket is the secret; without keys the library would look for some in the network.
    aws_access_key_id: "shared",
    aws_secret_access_key: "shared",
    connect_timeout: "5s",
    timeout: "120s",
  };
  const database = await connect(addressOf(table), { storageOptions }, await session);
  return database.openTable(table.name, [], { version: table.version });
};

/** Pinned and read-only. Handles are shared, so callers must neither check out another version nor close them. */
export const openSharedTable = (table: SharedTable): Promise<Table> => {
  const name = `${addressOf(table)}/${table.name}/${table.version}`;
  const opened = open.get(name) ?? openTable(table);
  open.delete(name);
  open.set(name, opened);
  // Do not cache failures.
  opened.catch(() => open.delete(name));
  for (const oldest of open.keys()) if (open.size > MAX_OPEN) open.delete(oldest);
  return opened;
};
