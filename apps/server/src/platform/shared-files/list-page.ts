import type { SharedPage } from "./shared-files.ts";

const ENTITIES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };
const escapeXml = (text: string): string => text.replaceAll(/[<>&"]/g, (sign) => ENTITIES[sign] ?? sign);

// biome-ignore lint/suspicious/noControlCharactersInRegex: matching control characters is intended
const UNWRITABLE = /[\u0000-\u001f\u007f\ufffe\uffff]/;
/** XML cannot carry such keys; nothing that is read has one. */
const isWritable = (key: string): boolean => !UNWRITABLE.test(key) && key.isWellFormed();

/** A listing in the form of ListObjectsV2. It continues after its last key. */
export const writePage = (prefix: string, { folders, objects, isTruncated }: SharedPage): string => {
  const keys = [...folders, ...objects.map(({ key }) => key)].sort();
  const last = keys.at(-1);
  const contents = objects
    .filter(({ key }) => isWritable(key))
    .map(
      ({ key, bytes, modifiedAt }) =>
        `<Contents><Key>${escapeXml(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes}</Size></Contents>`,
    );
  const prefixes = folders
    .filter(isWritable)
    .map((folder) => `<CommonPrefixes><Prefix>${escapeXml(folder)}</Prefix></CommonPrefixes>`);
  const next =
    isTruncated && last !== undefined
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${escapeXml(last)}</NextContinuationToken>`
      : "<IsTruncated>false</IsTruncated>";
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>shared</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${keys.length}</KeyCount><MaxKeys>1000</MaxKeys>${next}${contents.join("")}${prefixes.join("")}</ListBucketResult>`;
};
