import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { type OpenApiDocument, walk } from "./document-faults.ts";

/** An object of the specification: its fields, plus extensions, which begin with `x-`. */
const specified = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.looseObject(shape).superRefine((value, context) => {
    for (const key of Object.keys(value)) {
      if (key in shape || key.startsWith("x-")) continue;
      context.addIssue({ code: "custom", path: [key], message: "OpenAPI 3.1 has no such field here" });
    }
  });

const reference = z.strictObject({
  $ref: z.string().startsWith("#/components/"),
  summary: z.string().optional(),
  description: z.string().optional(),
});
const schema = z.union([z.boolean(), z.looseObject({})]);
const name = z.string().regex(/^[a-zA-Z0-9._-]+$/);

const header = z.union([
  reference,
  specified({ description: z.string().optional(), required: z.boolean().optional(), schema }),
]);
const mediaType = specified({ schema: schema.optional(), example: z.unknown().optional() });
const content = z.record(z.string().includes("/"), mediaType);

const parameter = specified({
  name: z.string().min(1),
  in: z.enum(["query", "header", "path", "cookie"]),
  description: z.string().optional(),
  required: z.boolean().optional(),
  deprecated: z.boolean().optional(),
  allowEmptyValue: z.boolean().optional(),
  schema,
})
  .refine(({ in: place, required }) => place !== "path" || required === true, "a path parameter is required")
  .refine((each) => each.in === "query" || each.allowEmptyValue === undefined, "only a query parameter may be empty");

const requestBody = specified({ description: z.string().optional(), content, required: z.boolean().optional() });
const response = specified({
  description: z.string(),
  headers: z.record(z.string(), header).optional(),
  content: content.optional(),
});
const security = z.array(z.record(z.string(), z.array(z.string())));

const operation = specified({
  tags: z.array(z.string()).optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  operationId: z.string().optional(),
  parameters: z.array(z.union([reference, parameter])).optional(),
  requestBody: z.union([reference, requestBody]).optional(),
  responses: z.record(z.string().regex(/^[1-5](?:\d\d|XX)$|^default$/), z.union([reference, response])),
  deprecated: z.boolean().optional(),
  security: security.optional(),
});
const pathItem = specified({
  get: operation.optional(),
  put: operation.optional(),
  post: operation.optional(),
  delete: operation.optional(),
  patch: operation.optional(),
});

const securityScheme = specified({
  type: z.literal("apiKey"),
  name: z.string(),
  in: z.enum(["query", "header", "cookie"]),
  description: z.string().optional(),
});

/** The part of the OpenAPI 3.1 specification that our document uses; anything else is a fault. */
const openApiDocument = specified({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: specified({
    title: z.string(),
    version: z.string(),
    description: z.string().optional(),
    license: specified({ name: z.string(), identifier: z.string().optional() }).optional(),
  }),
  tags: z.array(specified({ name: z.string(), description: z.string().optional() })).optional(),
  security: security.optional(),
  paths: z.record(z.string().startsWith("/"), pathItem),
  components: specified({
    schemas: z.record(name, schema).optional(),
    parameters: z.record(name, parameter).optional(),
    responses: z.record(name, response).optional(),
    securitySchemes: z.record(name, securityScheme).optional(),
  }),
});

const PLACEHOLDER = /\{(\w+)\}/g;

/** Path placeholders without a parameter, and the other way round. */
const pathParameterFaults = (document: OpenApiDocument): string[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((described) => {
      const { parameters = [] } = described as { parameters?: { $ref?: string; in?: string; name?: string }[] };
      const shared = document.components.parameters as Record<string, { in?: string; name?: string }> | undefined;
      const told = parameters.map((one) => shared?.[one.$ref?.split("/").at(-1) ?? ""] ?? one);
      const names = told.filter((one) => one.in === "path").map((one) => one.name);
      const placeholders = [...path.matchAll(PLACEHOLDER)].map(([, found]) => found);
      return placeholders.toSorted().join() === names.toSorted().join()
        ? []
        : [`${path} has the placeholders ${placeholders} and the path parameters ${names}`];
    }),
  );

/** Whether each schema is valid JSON Schema 2020-12, which OpenAPI 3.1 uses. */
const schemaFaults = (document: OpenApiDocument): string[] => {
  const ajv = new Ajv2020({ strict: false });
  const faults: string[] = [];
  for (const [node, path] of walk(document)) {
    const isSchema = path.at(-1) === "schema" || (path.length === 3 && path[1] === "schemas");
    if (isSchema && !ajv.validateSchema(node)) faults.push(`${path.join("/")} is no JSON Schema: ${ajv.errorsText()}`);
  }
  return faults;
};

/** Violations of OpenAPI 3.1. */
export const specificationFaults = (document: OpenApiDocument): string[] => {
  const parsed = openApiDocument.safeParse(document);
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => `${issue.path.join("/")}: ${issue.message} (OpenAPI 3.1)`);
  }
  return [...pathParameterFaults(document), ...schemaFaults(document)];
};
