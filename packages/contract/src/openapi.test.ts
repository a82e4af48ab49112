import { describe, expect, it } from "vitest";
import { contract } from "./index.ts";
import { refusalsOf, toOpenApi } from "./openapi.ts";

const document = toOpenApi(contract, "1.2.3");
const routes = Object.values(contract).flatMap((feature) => Object.values(feature));

describe("the OpenAPI document", () => {
  it("has every route of the contract, with who may call it", () => {
    for (const route of routes) {
      const operation = document.paths[route.path.replace(/:(\w+)/g, "{$1}")]?.[route.method.toLowerCase()];
      expect(operation).toMatchObject({ "x-access": route.access, summary: route.summary });
    }
  });

  it("gives each operation a name of its own", () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => (operation as { operationId: string }).operationId),
    );
    expect(new Set(ids).size).toBe(routes.length);
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
});
