import { describe, expect, it } from "vitest";
import { apiHeaders, fileHeaders, pageHeaders } from "./security-headers.ts";

const KINDS = {
  "a reply of the API": apiHeaders,
  "a file of the build": fileHeaders,
  "a page": (publicOrigin: string) => pageHeaders(publicOrigin, []),
};

/** The flat list of names and values as pairs. */
const pairsOf = (headers: readonly string[]): Record<string, string> =>
  Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ""]] : [])));

describe.each(Object.entries(KINDS))("%s", (_kind, headersOf) => {
  it("asks for https for a year when the console has an address of https, and not otherwise", () => {
    expect(pairsOf(headersOf("https://console.test"))).toMatchObject({
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    });
    expect(headersOf("http://localhost:4321")).not.toContain("strict-transport-security");
  });

  it("is not guessed to be of another type, and tells no other site where the user was", () => {
    expect(pairsOf(headersOf("https://console.test"))).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
  });

  it("admits no other origin", () => {
    expect(headersOf("https://console.test").filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });
});
