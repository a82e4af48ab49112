import type { z } from "zod";
import type { Access } from "../access.ts";
import type { Route, Routes } from "../kit.ts";
import { extractComponents, type Json, markedSchema } from "./components.ts";
import { errorComponents, errorResponses } from "./error-responses.ts";
import { createParameters, parameterComponents } from "./parameters.ts";
import { rawParameters, rawResponses, webhookBody } from "./raw-replies.ts";
import { type ContractExports, type NameOf, nameSchemas } from "./schema-names.ts";
import { TAG_DESCRIPTIONS } from "./tags.ts";

interface DocumentOptions {
  readonly contract: Readonly<Record<string, Routes>>;
  /** All exports of the contract, which name the schemas. */
  readonly exported: ContractExports;
  readonly version: string;
}

const DESCRIPTION =
  "The API of the Dailies console. The browser signs in and sends a session cookie; calls that change something must come " +
  "from the console's own origin. Machines of the product sign their calls instead. Every refusal is an ErrorReply with a " +
  "stable code. `x-access` says who may call an operation, `x-fresh-sign-in` whether it needs a sign-in of the last five " +
  "minutes. An account that has to set up a second factor is answered second_factor_needed by almost every operation.";

const SECURITY_SCHEMES = {
  session: { type: "apiKey", in: "cookie", name: "__Host-sid" },
  signature: {
    type: "apiKey",
    in: "header",
    name: "x-dailies-key",
    description:
      "With x-dailies-timestamp (seconds), x-dailies-nonce and x-dailies-signature: the hexadecimal HMAC-SHA256 of " +
      '"v1", method, path, timestamp, nonce and the hexadecimal SHA-256 of the body, each on its line.',
  },
} as const;

const isSigned = (access: Access): boolean => typeof access === "object" && "service" in access;

const securityOf = (access: Access) => {
  if (access === "public") return { security: [] };
  return isSigned(access) ? { security: [{ signature: [] }] } : {};
};

const formSchema = (fields: z.ZodObject, name: string, nameOf: NameOf): Json => {
  const { properties, required = [], ...rest } = markedSchema(fields, "input", nameOf, name);
  const file = { type: "string", contentMediaType: "application/octet-stream", description: "The bytes of the file." };
  return { ...rest, properties: { file, ...(properties as Json) }, required: ["file", ...(required as string[])] };
};

/** `updateTask` → `UpdateTask`: name of a schema that only this route uses. */
const routeName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const requestBody = (id: string, name: string, route: Route, nameOf: NameOf): Json => {
  const content = (type: string, schema: Json) => ({
    requestBody: { required: true, content: { [type]: { schema } } },
  });
  if (route.body) return content("application/json", markedSchema(route.body, "input", nameOf, `${name}Body`));
  if (route.form) return content("multipart/form-data", formSchema(route.form, `${name}Form`, nameOf));
  const webhook = webhookBody(id);
  return webhook ? { requestBody: webhook } : {};
};

const success = (id: string, name: string, route: Route, nameOf: NameOf): Json => {
  if (route.raw) return rawResponses(id, route, nameOf);
  const schema = markedSchema(route.reply, "output", nameOf, `${name}Reply`);
  return { 200: { description: "OK", content: { "application/json": { schema } } } };
};

const createOperation = (nameOf: NameOf) => {
  const parametersOf = createParameters(nameOf);
  return (tag: string, routeKey: string, route: Route): Json => {
    const operationId = `${tag}.${routeKey}`;
    const name = routeName(routeKey);
    const parameters = parametersOf(route).concat(rawParameters(operationId));
    return {
      tags: [tag],
      operationId,
      summary: route.summary,
      "x-access": route.access,
      ...(route.freshSignIn && { "x-fresh-sign-in": route.freshSignIn }),
      ...securityOf(route.access),
      ...(parameters.length > 0 && { parameters }),
      ...requestBody(operationId, name, route, nameOf),
      responses: { ...success(operationId, name, route, nameOf), ...errorResponses(route, nameOf) },
    };
  };
};

export const toOpenApi = ({ contract, exported, version }: DocumentOptions) => {
  const nameOf = nameSchemas(exported);
  const operation = createOperation(nameOf);
  const paths: Record<string, Json> = {};
  // Tools that transform modules keep their own order of what a module exports.
  const features = Object.entries(contract).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [tag, routes] of features) {
    for (const [name, route] of Object.entries(routes)) {
      const path = route.path.replace(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(tag, name, route) };
    }
  }
  const routes = features.flatMap(([, feature]) => Object.values(feature));
  const { document, schemas } = extractComponents({
    paths,
    parameters: parameterComponents(nameOf),
    responses: errorComponents(routes, nameOf),
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Dailies",
      version,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    security: [{ session: [] }],
    tags: features.map(([name]) => ({ name, description: TAG_DESCRIPTIONS[name] })),
    paths: document.paths as Record<string, Record<string, Json>>,
    components: {
      schemas: schemas as Record<string, Json>,
      parameters: document.parameters as Json,
      responses: document.responses as Json,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
};
