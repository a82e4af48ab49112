import { PACKAGE_FORMATS } from "@dailies/contract";
import { expect, it } from "vitest";
import { loaderCode, pythonQuoted } from "./loader-code.ts";

const source = { name: "Rain, 720p", number: 3, uri: "s3://datasets/packages/x/" };

it.each(PACKAGE_FORMATS)("the Python of a %s package opens its address and starts no program", (format) => {
  const code = loaderCode({ ...source, format });
  expect(code).toContain('"s3://datasets/packages/x/');
  expect(code).not.toMatch(/pipe:|subprocess|os\.system|secret|access_key/i);
});

it("the Python of an MDS package stores its shards under a plain name", () => {
  expect(loaderCode({ ...source, format: "MDS" })).toContain('local="/tmp/Rain-720p-3"');
  expect(loaderCode({ ...source, name: "../../etc", format: "MDS" })).toContain('local="/tmp/etc-3"');
  expect(loaderCode({ ...source, name: "夜", format: "MDS" })).toContain('local="/tmp/package-3"');
});

it("a name cannot end the string that it is in", () => {
  expect(pythonQuoted('a"b\\c\nd')).toBe('"a\\"b\\\\c\\nd"');
  expect(pythonQuoted("a\u2028b\u007fé\u{1f600}")).toBe('"a\\u2028b\\u007f\\u00e9\\U0001f600"');
});
