import { describe, expect, it } from "vitest";
import { z } from "zod";
import { email, queryArray, text } from "./kit.ts";

describe("text", () => {
  const short = text({ min: 2, max: 4, required: "say something" });

  it.each(["ab", "abcd", "😀😀😀😀", "  "])("takes the value %j", (value) =>
    expect(short.safeParse(value).success).toBe(true),
  );

  it.each([
    [undefined, "say something"],
    ["", "say something"],
    ["a", "use at least 2 characters"],
    ["😀😀😀😀😀", "use at most 4 characters"],
    ["a\u0000b", "a NUL character is not allowed"],
    ["a\ud800b", "this text contains an invalid character"],
  ])("refuses the value %j", (value, message) => {
    expect(short.safeParse(value).error?.issues[0]?.message).toBe(message);
  });

  it("writes its limits into the JSON schema", () => {
    expect(z.toJSONSchema(short)).toMatchObject({ type: "string", minLength: 2, maxLength: 4 });
  });
});

it("queryArray takes a lone query value as a list of one", () => {
  const tags = queryArray(z.string()).optional();
  expect([tags.parse("a"), tags.parse(["a", "b"]), tags.parse(undefined)]).toEqual([["a"], ["a", "b"], undefined]);
});

it.each(["a@b", "a b@c.de", `${"a".repeat(250)}@b.de`, "a@b.de\u0000"])("the e-mail schema refuses %j", (value) => {
  expect(email.safeParse(value).success).toBe(false);
});
