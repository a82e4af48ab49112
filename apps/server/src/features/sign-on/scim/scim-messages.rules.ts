// What directories send: queries, users and patches of SCIM 2.0 (RFC 7643 and 7644), as far as we read them.
import { email, USERNAME } from "@dailies/contract";
import { z } from "zod";
import { ScimFault } from "./scim-fault.ts";

export const MAX_LISTED = 200;
const LISTED = 100;
const MAX_OPERATIONS = 100;
/** Lists are never that long; a larger number would be none that PostgreSQL takes. */
const MAX_START = 1_000_000_000;

export interface ScimFilter {
  readonly attribute: "userName" | "externalId";
  readonly value: string;
}

const FILTER = /^\s*(?<attribute>userName|externalId)\s+eq\s+(?<value>"(?:[^"\\]|\\.)*")\s*$/i;

const unquoted = (text: string): string => {
  try {
    return z.string().parse(JSON.parse(text));
  } catch {
    throw new ScimFault("invalidFilter", "the value of the filter is no JSON string");
  }
};

/** The two filters that directories need to find an account again. */
export const readFilter = (filter: string): ScimFilter => {
  const { attribute, value } = FILTER.exec(filter)?.groups ?? {};
  if (attribute === undefined || value === undefined)
    throw new ScimFault("invalidFilter", 'only userName eq "…" and externalId eq "…" are supported');
  return { attribute: attribute.toLowerCase() === "username" ? "userName" : "externalId", value: unquoted(value) };
};

const readNumber = (text: string | undefined, fallback: number): number => {
  if (text === undefined) return fallback;
  if (!/^-?\d+$/.test(text)) throw new ScimFault("invalidValue", "startIndex and count are whole numbers");
  return Number(text);
};

/** Out of bounds counts as the bound, as the standard says. */
export const readPage = ({ startIndex, count }: { startIndex?: string | undefined; count?: string | undefined }) => ({
  startIndex: Math.min(MAX_START, Math.max(1, readNumber(startIndex, 1))),
  count: Math.min(MAX_LISTED, Math.max(0, readNumber(count, LISTED))),
});

export const readJson = (body: unknown): unknown => {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString("utf8") : "");
  } catch {
    throw new ScimFault("invalidSyntax", "the body is no JSON");
  }
};

const object = z.record(z.string(), z.unknown());

const readObject = (body: unknown): Record<string, unknown> => {
  const { data } = object.safeParse(body);
  if (!data) throw new ScimFault("invalidSyntax", "the body is no JSON object");
  return data;
};

const USER_PREFIX = "urn:ietf:params:scim:schemas:core:2.0:user:";
/** Names of attributes are compared without case, and may carry the name of their schema. */
const isActive = (name: string): boolean => name.trim().toLowerCase().replace(USER_PREFIX, "") === "active";

/** Entra ID sends booleans of patches as texts. */
const readBoolean = (value: unknown): boolean => {
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" ? value.toLowerCase() : "";
  if (text !== "true" && text !== "false") throw new ScimFault("invalidValue", "active is true or false");
  return text === "true";
};

const readActiveIn = (attributes: Record<string, unknown>): boolean | undefined => {
  const name = Object.keys(attributes).find(isActive);
  return name === undefined ? undefined : readBoolean(attributes[name]);
};

const patch = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(["add", "replace", "remove"])),
        path: z.string().optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
});

type Operation = z.output<typeof patch>["Operations"][number];

const activeOf = ({ op, path, value }: Operation): boolean | undefined => {
  if (path === undefined && op === "remove") throw new ScimFault("noTarget", "this operation removes nothing");
  if (path === undefined) return readActiveIn(readObject(value));
  if (!isActive(path)) return undefined;
  if (op === "remove") throw new ScimFault("mutability", "active cannot be removed");
  return readBoolean(value);
};

/**
 * What a PatchOp makes of `active`: undefined when it is about other attributes only. Those are not refused, because
 * directories send them in one request with the `active` of somebody who leaves.
 */
export const readPatch = (body: unknown): boolean | undefined => {
  const { data } = patch.safeParse(body);
  if (!data) throw new ScimFault("invalidSyntax", `this is no PatchOp with 1 to ${MAX_OPERATIONS} operations`);
  return data.Operations.map(activeOf).findLast((active) => active !== undefined);
};

/** What a replacement makes of `active`; undefined when it does not say. */
export const readReplacement = (body: unknown): boolean | undefined => readActiveIn(readObject(body));

const newUser = z.object({
  userName: z.string(),
  displayName: z.string().nullish(),
  name: z
    .object({ formatted: z.string().nullish(), givenName: z.string().nullish(), familyName: z.string().nullish() })
    .nullish(),
  emails: z.array(z.object({ value: z.string(), primary: z.unknown().optional() })).nullish(),
});

export interface ScimNewUser {
  readonly username: string;
  readonly email: string;
  readonly realname: string;
}

const MAX_NAME = 200;

const nameOf = ({ userName, displayName, name }: z.output<typeof newUser>): string => {
  const parts = [name?.givenName, name?.familyName].filter((part) => part).join(" ");
  const text = (displayName || name?.formatted || parts || userName).replaceAll("\0", "").toWellFormed().trim();
  return [...text].slice(0, MAX_NAME).join("") || userName;
};

/** Somebody for whom an account is to be made. Neither a password nor any other attribute is read. */
export const readNewUser = (body: unknown): ScimNewUser => {
  const attributes = readObject(body);
  const { data } = newUser.safeParse(attributes);
  if (!data) throw new ScimFault("invalidValue", "a user needs a userName and emails");
  if (readActiveIn(attributes) === false)
    throw new ScimFault("invalidValue", "an account is made only for somebody who is active");
  if (!USERNAME.test(data.userName))
    throw new ScimFault("invalidValue", "a userName has up to 64 letters, digits, dots, dashes and underscores");
  const emails = data.emails ?? [];
  const { data: address } = email.safeParse((emails.find(({ primary }) => primary === true) ?? emails[0])?.value);
  if (address === undefined) throw new ScimFault("invalidValue", "a user needs an e-mail address");
  return { username: data.userName, email: address, realname: nameOf(data) };
};
