import { z } from "zod";
import type { Access } from "./access.ts";
import { ERROR_STATUS, type ErrorCode, errorReply } from "./errors.ts";
import { changesState, type Route, type Routes } from "./kit.ts";

/** The one type that holds itself is any JSON at all, which is said by no limit: a reference would point outside its schema. */
const withoutReferences = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withoutReferences);
  if (typeof node !== "object" || node === null) return node;
  if ("$ref" in node) return {};
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutReferences(value)]));
};

const jsonSchema = (schema: z.ZodType, io: "input" | "output") => {
  const { $schema: _dialect, $defs, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return $defs === undefined ? rest : (withoutReferences(rest) as typeof rest);
};

const parameters = (route: Route) =>
  (["params", "query"] as const).flatMap((part) =>
    Object.entries(route[part]?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: part === "params" ? "path" : "query",
      required: part === "params" || !(schema as z.ZodType).safeParse(undefined).success,
      schema: jsonSchema(schema as z.ZodType, "input"),
    })),
  );

const BODY_REFUSALS = ["malformed", "too_large", "unsupported_media_type"] as const;

/** The refusals a route can give by its shape alone, and those it names itself. */
export const refusalsOf = (route: Route): ErrorCode[] => {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  if (route.access !== "public") codes.add("not_signed_in");
  if (needsRight(route.access) || changesState(route)) codes.add("not_allowed");
  if (route.params || route.query || route.body || route.form) codes.add("invalid");
  if (route.method !== "GET") for (const code of BODY_REFUSALS) codes.add(code);
  codes.add("unavailable");
  return [...codes].sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]);
};

const needsRight = (access: Access): boolean => access !== "public" && access !== "signed-in";

const errorResponses = (route: Route) =>
  Object.fromEntries(
    refusalsOf(route).map((code) => [
      ERROR_STATUS[code],
      { description: code, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
    ]),
  );

const formSchema = (fields: z.ZodObject) => {
  const { properties, required = [], ...rest } = jsonSchema(fields, "input");
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  return { ...rest, properties: { file, ...properties }, required: ["file", ...required] };
};

const success = (route: Route) =>
  route.raw
    ? { [route.raw.status]: { description: "OK", content: { [route.raw.contentType]: {} } } }
    : { 200: { description: "OK", content: { "application/json": { schema: jsonSchema(route.reply, "output") } } } };

const isSigned = (access: Access): boolean => typeof access === "object" && "service" in access;

const securityOf = (access: Access) => {
  if (access === "public") return { security: [] };
  return isSigned(access) ? { security: [{ signature: [] }] } : {};
};

const operation = (tag: string, operationId: string, route: Route) => ({
  tags: [tag],
  operationId,
  summary: route.summary,
  "x-access": route.access,
  ...securityOf(route.access),
  parameters: parameters(route),
  ...(route.body && {
    requestBody: { required: true, content: { "application/json": { schema: jsonSchema(route.body, "input") } } },
  }),
  ...(route.form && {
    requestBody: { required: true, content: { "multipart/form-data": { schema: formSchema(route.form) } } },
  }),
  responses: { ...success(route), ...errorResponses(route) },
});

export const toOpenApi = (contract: Record<string, Routes>, version: string) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [tag, routes] of Object.entries(contract)) {
    for (const [name, route] of Object.entries(routes)) {
      const path = route.path.replace(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(tag, `${tag}.${name}`, route) };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Dailies", version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    security: [{ session: [] }],
    components: {
      schemas: { Error: jsonSchema(errorReply, "output") },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "__Host-sid" },
        signature: {
          type: "apiKey",
          in: "header",
          name: "x-dailies-key",
          description:
            "With x-dailies-timestamp (seconds), x-dailies-nonce and x-dailies-signature: the hexadecimal HMAC-SHA256 of " +
            '"v1", method, path, timestamp, nonce and the hexadecimal SHA-256 of the body, each on its line.',
        },
      },
    },
    paths,
  };
};
