import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type LarkAnswer, LarkBase, refuse } from "./lark-base.ts";

interface LarkBehaviour {
  /** How long a write locks its table. */
  writeMs: number;
  /** Called after a write took effect and before its reply: a worker killed now never gets the reply. */
  afterWrite: (write: number) => Promise<void> | void;
  /** Returned instead of a reply; "hang up" happens after the effect. Undefined lets the request pass. */
  fault: (path: string, call: number) => LarkAnswer | "hang up" | undefined;
}

export interface LarkState {
  readonly appId: string;
  readonly appSecret: string;
  readonly tokens: Set<string>;
  /** By token. */
  readonly bases: Map<string, LarkBase>;
  /** Wiki pages and their contents. */
  readonly wiki: Map<string, { obj_token: string; obj_type: string }>;
  /** Folders that were shared with the app, and the bases created in each; the app's own has the empty token. */
  readonly folders: Map<string, { token: string; name: string; type: string; url: string; created_time: string }[]>;
  /** Whom a base was shared with, by its token. */
  readonly shares: Map<string, Record<string, unknown>[]>;
  /** Tables with a write in progress. */
  readonly busy: Set<string>;
  readonly counts: {
    writes: number;
    conflicts: number;
    tokens: number;
    uploads: number;
    replays: number;
    calls: number;
  };
  readonly behaviour: LarkBehaviour;
}

export interface LarkCall {
  readonly path: string;
  readonly url: URL;
  readonly method: string;
  readonly token: string;
  readonly bytes: Buffer;
  readonly body: Record<string, unknown>;
}

const ok = (data: Record<string, unknown>): LarkAnswer => ({ status: 200, body: { code: 0, msg: "ok", data } });

const giveToken = ({ appId, appSecret, counts, tokens }: LarkState, { body }: LarkCall): LarkAnswer => {
  if (body.app_id !== appId) return refuse(10003, "invalid param");
  if (body.app_secret !== appSecret) return refuse(10014, "app secret invalid");
  counts.tokens += 1;
  const token = `t-${randomBytes(12).toString("hex")}`;
  tokens.add(token);
  return { status: 200, body: { code: 0, msg: "ok", tenant_access_token: token, expire: 7_200 } };
};

const getNode = ({ wiki }: LarkState, { url }: LarkCall): LarkAnswer => {
  const node = wiki.get(url.searchParams.get("token") ?? "");
  return node ? ok({ node }) : refuse(131005, "not found", 404);
};

const upload = ({ bases, counts }: LarkState, { bytes }: LarkCall): LarkAnswer => {
  counts.uploads += 1;
  const app = /name="parent_node"\r\n\r\n([^\r]+)/.exec(bytes.toString("latin1"))?.[1] ?? "";
  const fileToken = `box${randomBytes(8).toString("hex")}`;
  bases.get(app)?.files.set(fileToken, bytes.length);
  return ok({ file_token: fileToken });
};

const createBase = ({ folders, bases }: LarkState, { body, method, path }: LarkCall): LarkAnswer => {
  if (method !== "POST" || path !== "bitable/v1/apps") return refuse(404, "not found", 404);
  const folder = folders.get(String(body.folder_token ?? ""));
  if (!folder) return refuse(91403, "Forbidden", 403);
  const token = `bas${randomBytes(8).toString("hex")}`;
  const name = String(body.name);
  const url = `https://x.feishu.cn/base/${token}`;
  bases.set(token, new LarkBase(name));
  folder.unshift({ token, name, type: "bitable", url, created_time: String(Math.floor(Date.now() / 1_000)) });
  return ok({ app: { app_token: token, name, url } });
};

const listFolder = ({ folders }: LarkState, { url }: LarkCall): LarkAnswer => {
  const files = folders.get(url.searchParams.get("folder_token") ?? "");
  return files ? ok({ files, has_more: false }) : refuse(1061004, "forbidden", 403);
};

const share = ({ bases, shares }: LarkState, { path, body }: LarkCall): LarkAnswer => {
  const token = path.split("/")[3] ?? "";
  if (!bases.has(token)) return refuse(1063005, "not exist", 404);
  shares.set(token, [...(shares.get(token) ?? []), body]);
  return ok({ member: body });
};

/** One write at a time per table: the second one is refused, as by Lark. */
const write = async (state: LarkState, table: string, act: () => LarkAnswer): Promise<LarkAnswer> => {
  const { busy, counts, behaviour } = state;
  if (busy.has(table)) {
    counts.conflicts += 1;
    return refuse(1254291, "Write conflict", 200);
  }
  busy.add(table);
  try {
    await sleep(behaviour.writeMs);
    const answer = act();
    if (answer.body.code !== 0) return answer;
    counts.writes += 1;
    await behaviour.afterWrite(counts.writes);
    return answer;
  } finally {
    busy.delete(table);
  }
};

type InTable = (state: LarkState, call: LarkCall, base: LarkBase, tableId: string) => LarkAnswer | Promise<LarkAnswer>;

const written =
  (act: (base: LarkBase, tableId: string, call: LarkCall) => LarkAnswer): InTable =>
  (state, call, base, tableId) =>
    write(state, tableId, () => act(base, tableId, call));

const IN_TABLE: Readonly<Record<string, InTable>> = {
  "GET fields": (_state, { url }, base, tableId) => base.listFields(tableId, url),
  "POST fields": written((base, tableId, { body }) => base.createField(tableId, body)),
  "POST records/search": (_state, { url, body }, base, tableId) => base.search(tableId, url, body),
  "POST records/batch_get": (_state, { body }, base, tableId) => base.batchGet(tableId, body),
  "POST records/batch_update": written((base, tableId, { body }) => base.batchUpdate(tableId, body)),
  "POST records/batch_create": (state, call, base, tableId) => {
    const token = call.url.searchParams.get("client_token") ?? "";
    if (base.answered.has(`${tableId} ${token}`)) state.counts.replays += 1;
    return write(state, tableId, () => base.batchCreate(tableId, token, call.body));
  },
};

const inBase = (state: LarkState, call: LarkCall): LarkAnswer | Promise<LarkAnswer> => {
  const [appToken = "", , tableId, ...rest] = call.path.replace(/^bitable\/v1\/apps\//, "").split("/");
  const base = state.bases.get(appToken);
  if (!base) return refuse(91402, "NOTEXIST", 404);
  if (!base.isShared) return refuse(91403, "Forbidden", 403);
  if (/^bitable\/v1\/apps\/[^/]+$/.test(call.path)) return base.describe();
  if (tableId === undefined)
    return call.method === "GET"
      ? base.listTables(call.url)
      : write(state, appToken, () => base.createTable(call.body));
  if (!base.tables.has(tableId)) return refuse(1254041, "TableIdNotFound");
  const act = IN_TABLE[`${call.method} ${rest.join("/")}`];
  return act ? act(state, call, base, tableId) : refuse(404, "not found", 404);
};

export const routeLark = async (state: LarkState, call: LarkCall): Promise<LarkAnswer> => {
  if (call.path === "auth/v3/tenant_access_token/internal") return giveToken(state, call);
  if (!state.tokens.has(call.token)) return refuse(99991663, "token invalid", 401);
  if (call.path === "wiki/v2/spaces/get_node") return getNode(state, call);
  if (call.path === "drive/v1/medias/upload_all") return upload(state, call);
  if (call.path === "bitable/v1/apps") return createBase(state, call);
  if (call.path === "drive/v1/files") return listFolder(state, call);
  if (/^drive\/v1\/permissions\/[^/]+\/members$/.test(call.path)) return share(state, call);
  return inBase(state, call);
};
