import { expect, it } from "vitest";
import { readListAnswer } from "./list-answer.rules.ts";

const page = (inner: string): string =>
  `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</ListBucketResult>`;

it("the listing parser reads objects and folders in both ways that stores write keys", () => {
  const entry = (key: string) =>
    `<Contents><Key>${key}</Key><Size>12</Size><ETag>&quot;ab&quot;</ETag><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`;
  const folders = "<CommonPrefixes><Prefix>a%2Bb/</Prefix></CommonPrefixes><IsTruncated>true</IsTruncated>";
  const encoded = readListAnswer(page(`<EncodingType>url</EncodingType>${entry("a+%C3%A9%26.mp4")}${folders}`));
  expect(encoded).toEqual({
    objects: [{ key: "a é&.mp4", bytes: 12, etag: '"ab"', modifiedAt: new Date("2026-01-02T03:04:05Z") }],
    folders: ["a+b/"],
    isTruncated: true,
  });
  expect(readListAnswer(page(entry("a+b&amp;&#x41;")))?.objects[0]?.key).toBe("a+b&A");
});

it("the listing parser reads up to the first entry that is not closed, however many are opened", () => {
  const entry = "<Contents><Key>a</Key><Size>1</Size></Contents>";
  const before = process.threadCpuUsage();
  const read = readListAnswer(page(`${entry}${"<Contents>".repeat(800_000)}`));
  expect(read?.objects.map(({ key }) => key)).toEqual(["a"]);
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
});

it("the listing parser takes nothing that is no listing, and no object without a size", () => {
  expect(readListAnswer("<Error><Code>NoSuchBucket</Code></Error>")).toBeUndefined();
  expect(readListAnswer(page("<Contents><Key>a</Key><Size>x</Size></Contents>"))?.objects).toEqual([]);
  expect(
    readListAnswer(page("<Contents><Key>%zz</Key><Size>1</Size></Contents><EncodingType>url</EncodingType>"))?.objects,
  ).toEqual([]);
});
