import { describe, expect, it } from "vitest";
import * as exported from "../index.ts";
import { contract } from "../index.ts";
import { toOpenApi } from "./document.ts";
import { refusalsOf } from "./error-responses.ts";

const document = toOpenApi({ contract, exported, version: "1.2.3" });
const routes = Object.values(contract).flatMap((feature) => Object.values(feature));
const operationAt = (path: string, method = "get") => document.paths[path]?.[method] as Record<string, unknown>;

describe("the OpenAPI document", () => {
  it("has every route of the contract, with who may call it", () => {
    for (const route of routes) {
      const operation = operationAt(route.path.replace(/:(\w+)/g, "{$1}"), route.method.toLowerCase());
      expect(operation).toMatchObject({ "x-access": route.access, summary: route.summary });
    }
  });

  it("gives each operation a name of its own", () => {
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one.operationId));
    expect(new Set(ids).size).toBe(routes.length);
  });

  it("refers to the schemas that a route exports, sends and replies with", () => {
    expect(operationAt("/api_v1/dataset")).toMatchObject({
      responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/DatasetPage" } } } } },
    });
    expect(document.components.schemas.DatasetPage).toMatchObject({
      properties: { items: { type: "array", items: { $ref: "#/components/schemas/DatasetSummary" } } },
    });
    expect(operationAt("/api_v1/asset/update", "post")).toMatchObject({
      requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/UpdateAssetsBody" } } } },
      responses: {
        200: { content: { "application/json": { schema: { $ref: "#/components/schemas/UpdateAssetsReply" } } } },
      },
    });
  });

  it("says that an optional query parameter may be empty, because the server reads it as absent", () => {
    const tasks = document.paths["/api_v1/task/list"]?.get as { parameters: Record<string, unknown>[] };
    expect(tasks.parameters.find(({ name }) => name === "tag")).toMatchObject({
      allowEmptyValue: true,
      schema: { type: "array", items: { anyOf: [{ $ref: "#/components/schemas/TaskTag" }, { const: "" }] } },
    });
    const compare = document.paths["/api_v1/leaderboard/compare"]?.get as { parameters: Record<string, unknown>[] };
    expect(compare.parameters[0]).not.toHaveProperty("allowEmptyValue");
  });

  it("shares error responses and the parameters of pages and time ranges", () => {
    const operation = operationAt("/api_v1/admin/user/order");
    expect(operation).toMatchObject({ responses: { 404: { $ref: "#/components/responses/NotFound" } } });
    expect(operation.parameters).toEqual(
      expect.arrayContaining([
        { $ref: "#/components/parameters/StartTime" },
        { $ref: "#/components/parameters/EndTime" },
        { $ref: "#/components/parameters/PageLimit" },
      ]),
    );
    expect(document.components.responses.NotFound).toMatchObject({
      content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorReply" } } },
    });
  });

  it("documents the refusals that a route's shape implies", () => {
    expect(refusalsOf(contract.auth.me)).toEqual(["not_signed_in", "unavailable"]);
    expect(refusalsOf(contract.auth.setPassword)).toEqual(
      expect.arrayContaining([
        "not_signed_in",
        "not_allowed",
        "invalid",
        "malformed",
        "too_large",
        "unsupported_media_type",
      ]),
    );
    expect(refusalsOf(contract.auth.logout)).toEqual(["not_allowed", "unavailable"]);
    expect(refusalsOf(contract.system.getHealth)).toContain("not_allowed");
  });

  it("documents refusals in the form of another standard beside those of the edge", () => {
    expect(operationAt("/api_v1/scim/v2/Users/{id}", "patch")).toMatchObject({
      responses: {
        409: { $ref: "#/components/responses/ConflictAsScimError" },
        413: { $ref: "#/components/responses/TooLarge" },
      },
    });
    expect(document.components.responses.ConflictAsScimError).toMatchObject({
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/ErrorReply" } },
        "application/scim+json": { schema: { $ref: "#/components/schemas/ScimError" } },
      },
    });
    expect(refusalsOf(contract.scim.patchScimUser)).not.toContain("unsupported_media_type");
  });

  it("describes streams, ranges, redirects and uploads", () => {
    expect(operationAt("/api_v1/events")).toMatchObject({
      parameters: expect.arrayContaining([{ $ref: "#/components/parameters/LastEventId" }]),
      responses: {
        200: {
          content: {
            "text/event-stream": { "x-events": { message: { data: { $ref: "#/components/schemas/LiveEvent" } } } },
          },
        },
      },
    });
    expect(operationAt("/api_v1/dataset/{id}/blob/{ordinal}")).toMatchObject({
      responses: { 206: { headers: { "Content-Range": {} } }, 304: {}, 416: {} },
    });
    const redirect = (operationAt("/api_v1/asset/download").responses as Record<number, object>)[302];
    expect(redirect).toMatchObject({ headers: { Location: {} } });
    expect(redirect).not.toHaveProperty("content");
    expect(document.components.schemas.SmallUploadForm).toMatchObject({
      properties: { file: { contentMediaType: "application/octet-stream" } },
      required: ["file"],
    });
  });

  it("refuses a route whose handler writes a reply that nobody described", () => {
    const undescribed = { ...contract.events.watchEvents, path: "/api_v1/other" } as const;
    expect(() => toOpenApi({ contract: { other: { watch: undescribed } }, exported, version: "1" })).toThrow(
      "raw-replies.ts does not say what other.watch replies with",
    );
  });
});
