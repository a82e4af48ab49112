import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Lark } from "../../../platform/lark/lark.ts";
import { LARK, LarkError } from "../../../platform/lark/lark-error.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { ExportsDeps } from "../exports-deps.ts";
import {
  claimBase,
  findEmail,
  getBase,
  isBaseKnown,
  type LarkBaseRow,
  noteBase,
  noteShared,
} from "./lark-base.store.ts";
import { readFolderLink } from "./lark-link.rules.ts";
import { whileHoldingTable } from "./lark-record.store.ts";
import { requireLark } from "./resolve-link.ts";

export interface NewBaseInput {
  readonly name: string;
  readonly folderLink: string | undefined;
  readonly requestKey: string;
}

/** The clocks of Lark and of this server may differ. */
const SKEW_MS = 5 * 60_000;

const folderOf = (link: string | undefined): string | null => {
  if (link === undefined) return null;
  const token = readFolderLink(link);
  if (token === undefined)
    throw new DomainError("invalid", "this is not the address of a Lark folder: open the folder and copy its address");
  return token;
};

/**
 * Creates a base in Lark and shares it with the caller. Idempotent per request key: the request is stored before the base is
 * created, and a repetition first looks for the base that an earlier attempt may have left.
 */
export const createBase = async (deps: ExportsDeps, context: RequestContext, input: NewBaseInput): Promise<string> => {
  const lark = requireLark(deps.lark);
  const { userId } = context.actor;
  const folderToken = folderOf(input.folderLink);
  const email = await findEmail(deps.db, userId);
  if (email === null)
    throw new DomainError("conflict", "your account has no e-mail address, by which the base would be shared with you");
  const wanted = { id: newId(), userId, requestKey: input.requestKey, name: input.name, folderToken, at: context.at };
  const { row, isNew } = await claimBase(deps.db, wanted);
  if (row.name !== input.name || row.folder_token !== folderToken)
    throw new DomainError("conflict", "this request was used for another base: send a new one");
  const url = await whileHoldingTable(deps.db, { appToken: "new base", tableId: row.id }, async () => {
    const fresh = await getBase(deps.db, row.id);
    const base = await makeBase(deps, lark, context, fresh, isNew);
    if (fresh.shared_at === null) {
      await lark.shareBase(base.appToken, email);
      await noteShared(deps.db, row.id, context.at);
    }
    return base.url;
  });
  if (url === undefined) throw new DomainError("conflict", "this base is being created: try again in a moment");
  return url;
};

interface MadeBase {
  readonly appToken: string;
  readonly url: string;
}

const makeBase = async (
  { db }: ExportsDeps,
  lark: Lark,
  context: RequestContext,
  row: LarkBaseRow,
  isNew: boolean,
): Promise<MadeBase> => {
  if (row.app_token !== null && row.url !== null) return { appToken: row.app_token, url: row.url };
  const left = isNew ? undefined : await findLeftBase({ db }, lark, row);
  const base = left ?? (await lark.createBase(row.name, row.folder_token).catch(explainFolder));
  await db.transaction().execute(async (tx) => {
    await noteBase(tx, row.id, base);
    await recordOperation(tx, auditActor(context), {
      opType: "Create_lark_base",
      subjects: [`lark_base:${row.id}`],
      meta: { target: row.name, app_token: base.appToken, folder_token: row.folder_token },
    });
  });
  return base;
};

/** The base of an earlier attempt whose answer was lost: of this name, in this folder, not older than the request. */
const findLeftBase = async (
  { db }: Pick<ExportsDeps, "db">,
  lark: Lark,
  row: LarkBaseRow,
): Promise<MadeBase | undefined> => {
  const sinceMs = row.created_at.getTime() - SKEW_MS;
  for (const { appToken, name, url, createdAtMs } of await lark.listNewestBases(row.folder_token)) {
    const isIt = name === row.name && createdAtMs >= sinceMs && !(await isBaseKnown(db, appToken));
    if (isIt) return { appToken, url };
  }
  return undefined;
};

const explainFolder = (error: unknown): never => {
  if (error instanceof LarkError && error.larkCode === LARK.forbidden)
    throw new DomainError(
      "not_allowed",
      "Lark does not let this console create a base in this folder: share the folder with this console's app, then try again",
    );
  throw error;
};
