import { FormatFault } from "../format-fault.ts";

export interface ManifestName {
  readonly name: string;
  readonly version: number;
}

const MANIFEST = /^(.*\/)?_versions\/(\d{1,20})\.manifest$/s;
const MOST_UINT64 = 18_446_744_073_709_551_615n;
const LONG_NAME_LENGTH = 20;

const nameOf = (root: string, digits: string): string => `${root}_versions/${digits}.manifest`;

/** Newer tables encode the version as a 20-digit number that counts down, so that the newest is listed first. */
const versionOf = (digits: string): number | undefined => {
  const isLong = digits.length === LONG_NAME_LENGTH;
  // Writers never zero-pad a short number, and readers would not find such a name.
  if (!isLong && digits.startsWith("0")) return undefined;
  const version = isLong ? MOST_UINT64 - BigInt(digits) : BigInt(digits);
  return version > 0n && version <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(version) : undefined;
};

/** Possible manifest names of a version, in newer and older tables. */
export const manifestNames = (root: string, version: number): readonly string[] => [
  nameOf(root, String(MOST_UINT64 - BigInt(version)).padStart(LONG_NAME_LENGTH, "0")),
  nameOf(root, String(version)),
];

/** The manifests among the names, newest first; limited to one table when `root` is given. */
export const listManifests = (names: readonly string[], root?: string): readonly ManifestName[] =>
  names
    .flatMap((name) => {
      const [, folder = "", digits] = MANIFEST.exec(name) ?? [];
      const version = digits === undefined ? undefined : versionOf(digits);
      return version === undefined || (root !== undefined && root !== folder) ? [] : [{ name, version }];
    })
    .sort((a, b) => b.version - a.version);

/** The newest manifest of the table in this folder. Refuses two manifests of one version, as either could be read. */
export const latestManifest = (names: readonly string[], root: string): ManifestName | undefined => {
  const [latest, next] = listManifests(names, root);
  if (latest !== undefined && latest.version === next?.version)
    throw new FormatFault("malformed", `the Lance table has two manifests of version ${latest.version}`);
  return latest;
};
