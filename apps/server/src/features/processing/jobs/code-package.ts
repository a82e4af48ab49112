import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";

const isSource = import.meta.url.endsWith(".ts");
/** The entry points, beside the server in the repository. */
const CODE_FOLDER = path.resolve(import.meta.dirname, isSource ? "../../../../../../ray" : "../../../ray");
const MODULE = "dailies_processing";

export interface CodePackage {
  /** Of its content: another release has another one, and every cluster of one release the same. */
  readonly name: string;
  readonly zip: Buffer;
}

let packed: Promise<CodePackage> | undefined;

/** The code of the jobs as a zip file, made once in each process. */
export const readCodePackage = (): Promise<CodePackage> => {
  packed ??= makePackage(CODE_FOLDER).catch((error: unknown) => {
    packed = undefined;
    throw error;
  });
  return packed;
};

export const makePackage = async (folder: string): Promise<CodePackage> => {
  const entries = await readdir(path.join(folder, MODULE), { recursive: true });
  const names = entries.filter((name) => name.endsWith(".py")).toSorted();
  const files = await Promise.all(
    names.map(async (name) => ({
      name: `${MODULE}/${name.split(path.sep).join("/")}`,
      bytes: await readFile(path.join(folder, MODULE, name)),
    })),
  );
  const zip = zipFiles(files);
  return { name: `_ray_pkg_${createHash("sha256").update(zip).digest("hex").slice(0, 32)}.zip`, zip };
};

interface ZippedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
/** The first day that the format knows, so that the same files make the same bytes. */
const FIRST_DAY = 0x21;
const VERSION = 20;

/** Fields that the headers of a file have in common; files are stored without compression. */
const headOf = ({ name, bytes }: ZippedFile): Buffer => {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(VERSION, 0);
  head.writeUInt16LE(FIRST_DAY, 8);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(bytes.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  return head;
};

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const zipFiles = (files: readonly ZippedFile[]): Buffer => {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const file of files) {
    const [head, name] = [headOf(file), Buffer.from(file.name)];
    const local = Buffer.concat([word(LOCAL), head, name, file.bytes]);
    const rest = Buffer.alloc(14);
    // Readable by everybody, in the high half of the attributes.
    rest.writeUInt32LE(0o100_644 * 65_536, 6);
    rest.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([VERSION, 3]);
    directory.push(word(CENTRAL), madeBy, head, rest, name);
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, word(END), end]);
};
