import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-00000000000c";
const KEY = "019a0000-0000-7000-8000-00000000000d";
const PLACE = {
  name: "authz example",
  endpoint: "https://s3.example.com",
  public_endpoint: null,
  region: "us-east-1",
  bucket: "authz-example",
  prefix: "",
  is_path_style: true,
  access_key_id: null,
};

const administrators = (path: string, body: unknown): Record<string, Expectation> => ({
  [`POST ${path}`]: { rule: { staffWith: "ADMIN_MANAGE_R" }, path: path.replace(":id", ID), body },
});

/** Staff see the registered storage and browse it; only administrators among them change it. */
export const STORAGE_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  "GET /api_v1/storage/list": { rule: "staff" },
  "GET /api_v1/storage/browse": { rule: "staff", path: "/api_v1/storage/browse?uri=s3://authz-example/" },
  ...administrators("/api_v1/storage/create", { ...PLACE, request_key: KEY }),
  ...administrators("/api_v1/storage/update/:id", { ...PLACE, expect_revision: 1 }),
  ...administrators("/api_v1/storage/delete/:id", {}),
  ...administrators("/api_v1/storage/test/:id", {}),
};
