import type { FolderPage, StoredObject } from "./bucket-reader.ts";

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const unescapeXml = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return fromCode(Number.parseInt(hex, 16));
    if (decimal !== undefined) return fromCode(Number(decimal));
    return ENTITIES[name ?? ""] ?? whole;
  });

const fromCode = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\ufffd");

/** Requests URL-encoded keys, because XML cannot carry all characters; not every store supports that. */
const decodeKey = (text: string, isEncoded: boolean): string | undefined => {
  const plain = unescapeXml(text);
  if (!isEncoded) return plain;
  try {
    return decodeURIComponent(plain.replaceAll("+", " "));
  } catch {
    return undefined;
  }
};

const textOf = (xml: string, tag: string): string | undefined => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

const readObject = (xml: string, isEncoded: boolean): StoredObject | undefined => {
  const key = decodeKey(textOf(xml, "Key") ?? "", isEncoded);
  const bytes = Number(textOf(xml, "Size"));
  if (key === undefined || key === "" || !Number.isSafeInteger(bytes) || bytes < 0) return undefined;
  const modified = new Date(textOf(xml, "LastModified") ?? 0);
  return {
    key,
    bytes,
    etag: unescapeXml(textOf(xml, "ETag") ?? ""),
    modifiedAt: Number.isNaN(modified.getTime()) ? new Date(0) : modified,
  };
};

/** The contents of each of these elements, up to the first unclosed one. */
function* insideOf(xml: string, tag: string): Generator<string> {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  let end = 0;
  for (;;) {
    const begin = xml.indexOf(open, end);
    if (begin === -1) return;
    end = xml.indexOf(close, begin);
    if (end === -1) return;
    yield xml.slice(begin + open.length, end);
  }
}

/** Parses a ListObjectsV2 response; undefined when it is something else. */
export const readListAnswer = (xml: string): FolderPage | undefined => {
  if (!/<ListBucketResult[\s>]/.test(xml)) return undefined;
  const isEncoded = textOf(xml, "EncodingType") === "url";
  const objects = Array.from(insideOf(xml, "Contents"), (entry) => readObject(entry, isEncoded));
  const prefixes = xml.matchAll(/<CommonPrefixes>\s*<Prefix>([^<]*)<\/Prefix>/g);
  const folders = Array.from(prefixes, ([, key = ""]) => decodeKey(key, isEncoded));
  return {
    objects: objects.filter((object) => object !== undefined),
    folders: folders.filter((folder) => folder !== undefined),
    isTruncated: textOf(xml, "IsTruncated") === "true",
  };
};
