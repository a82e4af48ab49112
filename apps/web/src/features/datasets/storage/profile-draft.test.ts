import { storageRoutes } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { aProfile } from "../testing/a-dataset.ts";
import { fieldsOf, losesSecret, profileForm, wireOf } from "./profile-draft.ts";

const foreign = aProfile(1, {
  name: "Studio",
  endpoint: "https://s3.example.com",
  access_key_id: "AKIA1",
  has_secret: true,
});
const body = storageRoutes.updateStorageProfile.body;

describe("a storage profile in the form", () => {
  it("goes out as it came in, without a secret", () => {
    const sent = { ...wireOf(profileForm.parse(fieldsOf(foreign))), expect_revision: 1 };
    expect(body.parse(sent)).toMatchObject({ endpoint: "https://s3.example.com", access_key_id: "AKIA1" });
    expect(sent).not.toHaveProperty("secret_access_key");
  });

  it("leaves endpoint and keys behind when the console's own store is chosen", () => {
    const fields = profileForm.parse({ ...fieldsOf(foreign), is_own_store: true, secret_access_key: "typed" });
    expect(body.parse({ ...wireOf(fields), expect_revision: 1 })).toMatchObject({
      endpoint: null,
      public_endpoint: null,
      access_key_id: null,
    });
    expect(wireOf(fields)).not.toHaveProperty("secret_access_key");
  });

  it("does not take another store without its address", () => {
    const parsed = profileForm.safeParse({ ...fieldsOf(foreign), endpoint: undefined });
    expect(parsed.error?.issues[0]?.path).toEqual(["endpoint"]);
  });

  it("loses the secret with another origin, not with another path", () => {
    expect(losesSecret(foreign, "https://s3.example.com/")).toBe(false);
    expect(losesSecret(foreign, "https://s3.example.org")).toBe(true);
    expect(losesSecret(foreign, "https://s3")).toBe(true);
    expect(losesSecret(aProfile(2), "https://s3.example.org")).toBe(false);
  });
});
