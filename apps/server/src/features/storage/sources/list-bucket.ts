import { DomainError } from "../../../errors.ts";
import type { Address } from "./bucket-address.ts";
import type { FolderPage, ListedPage, ListInput } from "./bucket-reader.ts";
import { readListAnswer } from "./list-answer.rules.ts";
import { refusalOf } from "./storage-response.rules.ts";
import type { StorageTransport } from "./storage-transport.ts";
import { isPlainKey } from "./storage-uri.rules.ts";

/** A bucket folder with its credentials. */
export interface OpenedProfile {
  readonly id: string;
  readonly name: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly endpoint: string;
  readonly publicEndpoint: string;
  readonly region: string;
  readonly isPathStyle: boolean;
  /** Undefined for public buckets. */
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** Folders inside it that no dataset may use. */
  readonly reserved: readonly string[];
}

const MAX_KEYS = 1_000;
const MAX_ANSWER_BYTES = 8 * 1024 ** 2;

interface ListDeps {
  readonly transport: StorageTransport;
  readonly address: Address;
  readonly profile: Pick<OpenedProfile, "name" | "prefix" | "reserved">;
}

export const listPages = ({ transport, address, profile }: ListDeps) => {
  const isOurs = (key: string): boolean =>
    key.startsWith(profile.prefix) && !profile.reserved.some((folder) => key.startsWith(folder));

  const ask = async (prefix: string, input: ListInput, isFlat: boolean): Promise<FolderPage> => {
    const { after, limit = MAX_KEYS, signal } = input;
    const query = {
      "list-type": "2",
      "encoding-type": "url",
      "max-keys": String(Math.min(limit, MAX_KEYS)),
      prefix,
      ...(isFlat ? {} : { delimiter: "/" }),
      ...(after === undefined ? {} : { "start-after": after }),
    };
    const request = { maxBytes: MAX_ANSWER_BYTES, signal };
    const answer = await transport.ask(() => address({ method: "GET", key: "", query }), request);
    if (answer.status !== 200) throw refusalOf(profile.name, answer.status);
    const page = readListAnswer(answer.bytes.toString("utf8"));
    if (page) return page;
    throw new DomainError("upstream_failed", `storage profile “${profile.name}” answered something that is no listing`);
  };

  const list = async (prefix: string, input: ListInput = {}): Promise<ListedPage> => {
    if (!isPlainKey(prefix) || !prefix.startsWith(profile.prefix)) return { objects: [], isTruncated: false };
    let page = await ask(prefix, input, true);
    let objects = page.objects.filter(({ key }) => isOurs(key));
    // A page with only reserved keys is not the end: skip the reserved folder, which may be long.
    while (objects.length === 0 && page.isTruncated) {
      const last = page.objects.at(-1)?.key;
      if (last === undefined) break;
      const folder = profile.reserved.find((reserved) => last.startsWith(reserved));
      page = await ask(prefix, { ...input, after: folder === undefined ? last : `${folder}\u{10ffff}` }, true);
      objects = page.objects.filter(({ key }) => isOurs(key));
    }
    return { objects, isTruncated: page.isTruncated };
  };

  const browse = async (folder: string, input: ListInput = {}): Promise<FolderPage> => {
    if (!isPlainKey(folder) || !folder.startsWith(profile.prefix))
      return { folders: [], objects: [], isTruncated: false };
    const page = await ask(folder, input, false);
    return {
      folders: page.folders.filter(isOurs),
      objects: page.objects.filter(({ key }) => isOurs(key) && key !== folder),
      isTruncated: page.isTruncated,
    };
  };

  return { list, browse };
};
