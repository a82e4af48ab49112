import { describe, expect, it } from "vitest";
import { isTest, listFiles, readText } from "../repository.ts";

const PAGE = "docs/security-policies.md";
const PRODUCT = /^(apps\/[^/]+\/src|packages\/[^/]+\/src|apps\/server\/db\/functions)\/.*[.](ts|tsx|sql)$/;
/** Rigs, and data that is made for demonstrations. */
const NO_PRODUCT = /\/(testing|demo)\//;

/** What encrypts, signs or derives keys, and hash functions that must not protect anything. */
const ENCRYPTS =
  /\b(createHmac|createCipheriv|hkdfSync|createSign|createVerify|createPublicKey|generateKeyPair\w*)\(|argon2["']/;
const WEAK_HASH = /\bmd5\b|["']sha1["']|\bMD5\b/;

const files = listFiles();
const product = files
  .filter((file) => PRODUCT.test(file) && !isTest(file) && !NO_PRODUCT.test(file))
  .map((file) => ({ file, text: readText(file) }));
const using = (pattern: RegExp): string[] => product.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

/** The files that the tables of one section name. */
const namedUnder = (heading: string): string[] => {
  const section = readText(PAGE).split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.flatMap((row) =>
    [...row.matchAll(/`(?<file>[\w./-]+[.](?:ts|tsx|sql))`/g)].map((match) => match.groups?.file ?? ""),
  );
};

describe("the inventory of cryptography", () => {
  const named = namedUnder("Cryptography");

  it("names every file that encrypts, signs or derives a key", () => {
    const found = using(ENCRYPTS);
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter((file) => !named.includes(file))).toEqual([]);
  });

  it("names every file that uses MD5 or SHA-1, and why nothing rests on it", () => {
    const found = using(WEAK_HASH);
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter((file) => !named.includes(file))).toEqual([]);
  });

  it("names files that exist", () => {
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
  });
});
