import { expect, it } from "vitest";
import { rawHeader } from "./raw-header.ts";

const request = { rawHeaders: ["Host", "console.test", "COOKIE", "a=b", "cookie", "c=d", "x-username", ""] };

it.each([
  ["cookie", "a=b"],
  ["host", "console.test"],
  ["x-username", ""],
  ["origin", undefined],
  ["cookies", undefined],
])("rawHeader finds the first value of %s", (name, value) => expect(rawHeader(request, name)).toBe(value));
