import { describe, expect, it } from "vitest";
import { checkOpenApi, documentFaults, driftFaults, OPENAPI_FILE } from "../openapi.ts";
import { readText } from "../repository.ts";
import { MAX_BYTES, type OpenApiDocument } from "./document-faults.ts";
import { formatJson } from "./format-json.ts";

const WIDE = {
  type: "object",
  properties: Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, { type: "string" }])),
};
const reply = (schema: object) => ({
  200: { description: "OK", content: { "application/json": { schema } } },
});
const anOperation = (change: object = {}) => ({
  tags: ["things"],
  operationId: "things.getThing",
  summary: "One thing",
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
  responses: reply({ $ref: "#/components/schemas/Thing" }),
  ...change,
});
const aDocument = (operation: object = anOperation(), change: object = {}): OpenApiDocument =>
  ({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    tags: [{ name: "things", description: "Things." }],
    paths: { "/things/{id}": { get: operation } },
    components: { schemas: { Thing: WIDE } },
    ...change,
  }) as unknown as OpenApiDocument;

const faultsOf = (document: OpenApiDocument): string[] => documentFaults({ document, text: formatJson(document) });

describe("the check of the OpenAPI document", () => {
  it("finds nothing in the committed document", async () => {
    expect(await checkOpenApi()).toMatchObject({ faults: [] });
  });

  it("accepts a sound document", () => {
    expect(faultsOf(aDocument())).toEqual([]);
  });

  it.each([
    ["a tag", { tags: [] }, "GET /things/{id} has no tag"],
    ["a described tag", { tags: ["others"] }, "GET /things/{id} has the tag others, which nothing describes"],
    ["a summary", { summary: " " }, "GET /things/{id} has no summary"],
    ["an operationId", { operationId: undefined }, "GET /things/{id} has no operationId"],
  ])("refuses an operation without %s", (_what, change, fault) => {
    expect(faultsOf(aDocument(anOperation(change)))).toEqual([fault]);
  });

  it("refuses two operations with one operationId", () => {
    const paths = { "/things/{id}": { get: anOperation(), post: anOperation() } };
    expect(faultsOf(aDocument(undefined, { paths }))).toEqual([
      "POST /things/{id} has the operationId things.getThing of another operation",
    ]);
  });

  it("refuses a document that is too large", () => {
    const text = " ".repeat(MAX_BYTES + 1);
    expect(documentFaults({ document: aDocument(), text })).toEqual([
      `the document has ${MAX_BYTES + 1} bytes, which is more than ${MAX_BYTES}: name what repeats`,
    ]);
  });

  it("refuses an object of five properties that is written out twice, and takes one of four", () => {
    const { e: _left, ...four } = WIDE.properties;
    const twice = (inner: object) => ({
      Thing: { type: "object", properties: { one: inner, other: { ...inner, description: "Another." } } },
    });
    expect(faultsOf(aDocument(undefined, { components: { schemas: twice(WIDE) } }))).toEqual([
      "the same object is written out at components/schemas/Thing/properties/one and " +
        "components/schemas/Thing/properties/other: export its schema from the contract",
    ]);
    expect(faultsOf(aDocument(undefined, { components: { schemas: twice({ ...WIDE, properties: four }) } }))).toEqual(
      [],
    );
  });

  it("refuses references that lead nowhere and components that nothing uses", () => {
    const operation = anOperation({ responses: reply({ $ref: "#/components/schemas/Gone" }) });
    expect(faultsOf(aDocument(operation))).toEqual([
      "#/components/schemas/Gone does not exist",
      "#/components/schemas/Thing is used by nothing",
    ]);
  });

  it.each([
    ["a field that OpenAPI does not have", { sumary: "One thing" }, /sumary: OpenAPI 3.1 has no such field/],
    ["a response without a description", { responses: { 200: {} } }, /responses\/200: Invalid input/],
    ["a placeholder without a parameter", { parameters: [] }, /has the placeholders id and the path parameters/],
    ["a type that JSON Schema does not have", { responses: reply({ type: "text" }) }, /is no JSON Schema/],
  ])("refuses a description with %s", (_what, change, fault) => {
    expect(faultsOf(aDocument(anOperation(change)))).toContainEqual(expect.stringMatching(fault));
  });

  it("names the schema and the operation that the committed document has and the contract no longer gives", () => {
    const committed = formatJson(aDocument());
    const components = { schemas: { Item: WIDE } };
    const document = aDocument(anOperation({ operationId: "things.getItem" }), { components });
    expect(driftFaults(committed, { document, text: formatJson(document) })).toEqual([
      expect.stringContaining("components/schemas/Thing is gone"),
      expect.stringContaining("operation things.getThing is gone"),
      `${OPENAPI_FILE} is not what the contract says; run \`pnpm openapi\``,
    ]);
  });

  it("asks for a new document when a name was added", () => {
    const components = { schemas: { Thing: WIDE, Item: WIDE } };
    const document = aDocument(undefined, { components });
    expect(driftFaults(formatJson(aDocument()), { document, text: formatJson(document) })).toEqual([
      `${OPENAPI_FILE} is not what the contract says; run \`pnpm openapi\``,
    ]);
  });

  it("writes what fits on a line as one line, and the same JSON", () => {
    const text = readText(OPENAPI_FILE);
    expect(`${formatJson(JSON.parse(text))}\n`).toBe(text);
    expect(formatJson({ a: [1, 2], b: {} })).toBe('{"a":[1, 2], "b":{}}');
  });
});
