import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-00000000000b";
const DIMENSION = "/api_v1/dimension";
const TEMPLATE = `${DIMENSION}/template`;

/** Templates are for users of version 1.0. Ownership decides whether they may change one. */
const ofVersionOne = (method: "GET" | "POST", path: string, body?: unknown): Record<string, Expectation> => ({
  [`${method} ${path}`]: {
    rule: "USE_VERSION_1_0",
    path: path.replace(":id", ID),
    ...(body !== undefined && { body }),
  },
});

const QUESTION = { name: "authz example", field: { type: "boolean" } };
const SHEET = {
  name: "authz example",
  items: [{ dimension_id: ID, dimension_version: 1, weight: 1, is_required: true }],
};

export const DIMENSIONS_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...ofVersionOne("POST", `${DIMENSION}/create`, { ...QUESTION, key: "authz.example", request_key: ID }),
  ...ofVersionOne("GET", `${DIMENSION}/list`),
  ...ofVersionOne("GET", `${DIMENSION}/detail/:id`),
  ...ofVersionOne("POST", `${DIMENSION}/update/:id`, { ...QUESTION, expect_version: 1 }),
  ...ofVersionOne("POST", `${DIMENSION}/delete/:id`, {}),
  ...ofVersionOne("POST", `${TEMPLATE}/create`, { ...SHEET, request_key: ID }),
  ...ofVersionOne("GET", `${TEMPLATE}/list`),
  ...ofVersionOne("GET", `${TEMPLATE}/detail/:id`),
  ...ofVersionOne("POST", `${TEMPLATE}/update/:id`, { ...SHEET, expect_version: 1 }),
  ...ofVersionOne("POST", `${TEMPLATE}/delete/:id`, {}),
  ...ofVersionOne("POST", `${TEMPLATE}/create_starter`, { starter: "acr", request_key: ID }),
  ...ofVersionOne("GET", `${TEMPLATE}/export/:id`),
  ...ofVersionOne("POST", `${TEMPLATE}/import`, {
    is_dry_run: true,
    request_key: ID,
    file: {
      format: "dailies-dimension-set",
      format_version: 1,
      template: { name: "authz example" },
      items: [{ key: "authz.example", ...QUESTION }],
    },
  }),
};
