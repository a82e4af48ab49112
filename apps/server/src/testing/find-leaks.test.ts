import { describe, expect, it } from "vitest";
import { findLeaks } from "./find-leaks.ts";

const environment = {
  DAILIES_SECRET_KEY: "c2VjcmV0LWtleS1vZi10ZXN0cw",
  DAILIES_DATABASE_URL: "postgres://app:pass-of-app@127.0.0.1:5432/dailies",
  DAILIES_MODE: "production",
};

describe("the search for what a log gives away", () => {
  it.each([
    ["an address", '{"msg":"no mail for eve+1@example.com"}'],
    ["a key that signs", '{"msg":"dks_b64urlb64urlb64url"}'],
    ["a secret of the environment", '{"msg":"opened with c2VjcmV0LWtleS1vZi10ZXN0cw"}'],
    ["a password inside an address", '{"msg":"pass-of-app was refused"}'],
    ["what the run itself made", '{"msg":"session tok_en_of_this_run"}'],
  ])("finds the leak of %s", (_what, line) => {
    expect(findLeaks(`{"msg":"listening"}\n${line}\n`, environment, ["tok_en_of_this_run"])).toEqual([line]);
  });

  it("says nothing of lines that give nothing away", () => {
    const log = '{"msg":"production"}\n{"route":"/api_v1/admin/user/credits/:email","status":200}\n';
    expect(findLeaks(log, environment)).toEqual([]);
  });
});
