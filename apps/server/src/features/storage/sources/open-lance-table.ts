import type { LanceManifest } from "@dailies/formats/lance/read-manifest";
import type { Table } from "@lancedb/lancedb";
import { DomainError } from "../../../errors.ts";
import type { BucketReader } from "./bucket-reader.ts";

/** `a/b/clips.lance/` is the table `clips` in `a/b`. */
const splitRoot = (root: string): { folder: string; name: string } => {
  const [, folder = "", name] = /^(.*\/)?([\w.-]+)\.lance\/$/s.exec(root) ?? [];
  if (name !== undefined) return { folder, name };
  const words = "the folder of a Lance table has a name of letters, digits, “_”, “-” and “.” that ends with .lance";
  throw new DomainError("invalid", words);
};

/** The library parses this as a URL: a key with “%” or “?” would refer to another folder. */
const addressOf = (bucket: string, folder: string): string =>
  `s3://${bucket}/${folder.split("/").map(encodeURIComponent).join("/")}`.replace(/\/$/, "");

/** Opens exactly the version whose manifest was checked. */
export const openLanceTable = async (
  bucketReader: BucketReader,
  root: string,
  { version }: Pick<LanceManifest, "version">,
): Promise<Table> => {
  const { folder, name } = splitRoot(root);
  const { connect } = await import("@lancedb/lancedb");
  try {
    const database = await connect(addressOf(bucketReader.bucket, folder), {
      storageOptions: bucketReader.lanceOptions(),
    });
    return await database.openTable(name, [], { version });
  } catch (cause) {
    // The library's message may contain the URL and credentials.
    const words = `storage profile “${bucketReader.profileName}”: the Lance table could not be opened`;
    throw new DomainError("upstream_failed", words, { cause });
  }
};
