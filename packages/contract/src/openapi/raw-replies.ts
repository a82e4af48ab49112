import { z } from "zod";
import { assetItem } from "../assets/schemas.ts";
import { liveLogChange, liveLogFault } from "../clusters/schemas.ts";
import { liveEvent } from "../events/routes.ts";
import { okReply, type RawRoute } from "../kit.ts";
import { scimConfig, scimUser, scimUserList } from "../sign-on/scim-routes.ts";
import { type Json, markedSchema } from "./components.ts";
import type { NameOf } from "./schema-names.ts";

/** A response written by its handler; the contract only knows its status and content type. */
interface RawReply {
  readonly description: string;
  /** Response headers and their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Content types besides the one in the contract. */
  readonly alsoAs?: readonly string[];
  /** Schema of a JSON reply. */
  readonly reply?: z.ZodType;
  /** Supports `Range`: 206, or 416 when the range is not satisfiable. */
  readonly isRanged?: true;
  /** Replies 202 with `Retry-After` until the result exists. */
  readonly pending?: string;
  /** Supports `If-None-Match` with 304. */
  readonly hasEtag?: true;
  /** Server-sent events by their `event` field; `message` is the event without one. */
  readonly events?: Readonly<Record<string, { description: string; data?: z.ZodType }>>;
  /** Description of a webhook's body. */
  readonly requestBody?: string;
  /** Names of its fields, when it is a form. */
  readonly formFields?: readonly string[];
}

const LOCATION = { Location: "A signed URL in object storage that expires after some minutes." } as const;
const ATTACHMENT = { "Content-Disposition": "attachment, with the file name." } as const;
const RANGED = {
  "Accept-Ranges": "bytes",
  "Content-Disposition": "inline for video, audio and images; attachment for everything else.",
  ETag: "Changes with the bytes.",
} as const;

export const RAW_REPLIES: Readonly<Record<string, RawReply>> = {
  "assets.uploadSmall": { description: "The asset, which is checked before anybody can read it.", reply: assetItem },
  "assets.downloadAsset": { description: "Redirect to the file.", headers: LOCATION },
  "credits.exportUserList": { description: "The list as a CSV file.", headers: ATTACHMENT },
  "datasets.downloadItemExport": { description: "Redirect to the exported file.", headers: LOCATION },
  "datasets.readItemBlob": {
    description: "All bytes of the clip or column.",
    headers: RANGED,
    alsoAs: ["video/*", "audio/*", "image/*"],
    isRanged: true,
    hasEtag: true,
  },
  "datasets.readPoster": {
    description: "Redirect to the image.",
    headers: LOCATION,
    pending:
      "The image is not rendered yet. The topic `pictures` of the event stream reports when it is. Never cached.",
  },
  "evaluations.readItemMedia": {
    description: "All bytes of the clip, padded so that both clips of an item have the same length.",
    headers: { "Accept-Ranges": "bytes" },
    isRanged: true,
  },
  "clusters.watchClusterJobLog": {
    description:
      "A stream of server-sent events that stays open until the job ends. A client that reconnects begins with the end of " +
      "the log again.",
    headers: { "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" },
    events: {
      start: { description: "Sent once when the stream opens." },
      beat: { description: "Heartbeat while nothing happens." },
      log: { description: "The end of the log, or what was added to it, by `kind`.", data: liveLogChange },
      fault: { description: "Why nothing comes for now; it is tried again.", data: liveLogFault },
      end: { description: "The job has ended: read its kept log." },
    },
  },
  "events.watchEvents": {
    description:
      "A stream of server-sent events that stays open. Each event has an id; a client that reconnects sends the last " +
      "one as Last-Event-ID and first receives what it missed. `retry` says how many milliseconds to wait before that.",
    headers: { "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" },
    events: {
      start: { description: "Sent once when the stream opens. Its id is where the stream begins." },
      beat: { description: "Heartbeat while nothing happens. Its id is the newest event." },
      message: {
        description:
          "The state of cells, of a task, of a call to a performer or of a picture, by `kind`. `reset` says that events were lost: " +
          "read everything again.",
        data: liveEvent,
      },
    },
  },
  "exports.downloadExport": { description: "Redirect to the exported file.", headers: LOCATION },
  "labelling.downloadLabelExport": { description: "Redirect to the exported file.", headers: LOCATION },
  "labelling.readLabelMedia": {
    description: "All bytes of the clip.",
    headers: RANGED,
    alsoAs: ["video/*", "audio/*", "image/*"],
    isRanged: true,
    hasEtag: true,
  },
  "labelling.readReviewedMedia": {
    description: "All bytes of the clip.",
    headers: RANGED,
    alsoAs: ["video/*", "audio/*", "image/*"],
    isRanged: true,
    hasEtag: true,
  },
  "leaderboards.downloadBoard": {
    description: "The inputs of the board as JSON, or its table as CSV.",
    headers: ATTACHMENT,
    alsoAs: ["text/csv; charset=utf-8"],
  },
  "operationLog.exportOperations": {
    description:
      "One JSON object a line: `prev_hash`, `hash` and `entry`. The last line has the `head` of the chain and the " +
      "number of entries; a file without it is incomplete.",
    headers: ATTACHMENT,
  },
  "packages.downloadPackageManifest": {
    description: "The manifest: what decided the bytes of the package, and the name, size and hash of each shard.",
    headers: ATTACHMENT,
  },
  "packages.downloadPackageMetadata": { description: "Croissant 1.1 metadata as JSON-LD.", headers: ATTACHMENT },
  "payments.receiveStripe": {
    description: "Received.",
    reply: z.object({ received: z.literal(true) }),
    requestBody: "An event as Stripe sends it. The header Stripe-Signature signs the bytes of the body.",
  },
  "performers.receiveWebhook": {
    description: "Received.",
    requestBody:
      "An event as the provider sends it. The provider's own headers sign the bytes of the body: webhook-id, " +
      "webhook-timestamp and webhook-signature (Standard Webhooks), or x-fal-webhook-* (fal).",
  },
  "scim.getScimConfig": { description: "What this server supports of the standard.", reply: scimConfig },
  "scim.listScimUsers": { description: "A page of accounts.", reply: scimUserList },
  "scim.getScimUser": { description: "The account.", reply: scimUser },
  "scim.createScimUser": {
    description: "The account that was made. Its user gets an invitation by mail.",
    headers: { Location: "The address of the account." },
    reply: scimUser,
    requestBody: "A User of SCIM 2.0: userName, name, emails and active are read, a password never.",
  },
  "scim.replaceScimUser": {
    description: "The account as it is now.",
    reply: scimUser,
    requestBody: "A User of SCIM 2.0, of which only active is read.",
  },
  "scim.patchScimUser": {
    description: "The account as it is now.",
    reply: scimUser,
    requestBody: "A PatchOp of SCIM 2.0. Operations on other attributes than active change nothing.",
  },
  "scim.deleteScimUser": { description: "The account is disabled." },
  "signOn.signOnCallback": {
    description: "Redirect to a page of the console, which shows how it ended.",
    headers: { Location: "A path of the console.", "Set-Cookie": "The session, when one was opened." },
  },
  "signOn.signOnLogout": {
    description: "The sessions are ended.",
    reply: okReply,
    requestBody: "A logout token of OpenID Connect Back-Channel Logout 1.0, as the provider sends it.",
    formFields: ["logout_token"],
  },
  "system.reportCspViolation": {
    description: "Taken, whatever it says. Nothing more is told.",
    requestBody:
      "A report as browsers send it: an object with `csp-report` (application/csp-report), or a list of reports " +
      "(application/reports+json).",
  },
  "viewer.readBytes": { description: "The bytes of the shard from `begin` up to, and without, `end`." },
  "viewer.readColumn": {
    description: "All bytes of the column.",
    headers: RANGED,
    alsoAs: ["video/*", "audio/*", "image/*"],
    isRanged: true,
    hasEtag: true,
  },
};

const IS_JSON = /^application\/(?:scim\+)?json$/;
const IS_TEXT = /^(?:text\/|application\/x-ndjson)/;

const contentSchema = (contentType: string, reply: Json | undefined): Json => {
  if (IS_JSON.test(contentType)) return reply ?? {};
  return IS_TEXT.test(contentType) ? { type: "string" } : { type: "string", format: "binary" };
};

const headerObjects = (headers: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );

const rangeResponses = (content: Json, { hasEtag }: RawReply): Json => {
  const contentRange = headerObjects({ "Content-Range": "bytes first-last/total" });
  const outside = headerObjects({ "Content-Range": "bytes */total" });
  return {
    206: { description: "The part that Range asks for.", headers: contentRange, content },
    ...(hasEtag && { 304: { description: "The caller has these bytes already." } }),
    416: { description: "No byte of the range exists.", headers: outside },
  };
};

const eventObjects = (events: NonNullable<RawReply["events"]>, nameOf: NameOf): Json =>
  Object.fromEntries(
    Object.entries(events).map(([event, { description, data }]) => [
      event,
      { description, ...(data && { data: markedSchema(data, "output", nameOf) }) },
    ]),
  );

/** Responses of a route whose handler writes the response itself. */
export const rawResponses = (operationId: string, { raw }: RawRoute, nameOf: NameOf): Json => {
  const told = RAW_REPLIES[operationId];
  if (!told) throw new Error(`raw-replies.ts does not say what ${operationId} replies with`);
  const hasBody = raw.status === 200 || raw.status === 201;
  const reply = told.reply && markedSchema(told.reply, "output", nameOf);
  const content = Object.fromEntries(
    [raw.contentType, ...(told.alsoAs ?? [])].map((type) => [
      type,
      {
        schema: contentSchema(type, reply),
        ...(told.events && { "x-events": eventObjects(told.events, nameOf) }),
      },
    ]),
  );
  const success = {
    description: told.description,
    ...(told.headers && { headers: headerObjects(told.headers) }),
    ...(hasBody && { content }),
  };
  const pending = told.pending && {
    description: told.pending,
    headers: headerObjects({ "Retry-After": "Seconds to wait before the next request." }),
    content: { "image/gif": { schema: contentSchema("image/gif", undefined) } },
  };
  return {
    ...(pending && { 202: pending }),
    [raw.status]: success,
    ...(told.isRanged && rangeResponses(content, told)),
  };
};

/** Header parameters of such a route. */
export const rawParameters = (operationId: string): Json[] => {
  const { isRanged, hasEtag, events } = RAW_REPLIES[operationId] ?? {};
  const names = [isRanged && "Range", hasEtag && "IfNoneMatch", events && "LastEventId"].filter((name) => !!name);
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
};

const formContent = (fields: readonly string[]): Json => {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: "string" }]));
  return { "application/x-www-form-urlencoded": { schema: { type: "object", properties, required: [...fields] } } };
};

/** The body of a webhook, read as raw bytes. */
export const webhookBody = (operationId: string): Json | undefined => {
  const { requestBody: description, formFields } = RAW_REPLIES[operationId] ?? {};
  if (description === undefined) return undefined;
  return { description, content: formFields ? formContent(formFields) : { "application/json": { schema: {} } } };
};
