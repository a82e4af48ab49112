import { FormatFault } from "../format-fault.ts";

export interface ManifestName {
  readonly name: string;
  readonly version: number;
}

const MANIFEST = /^(.*\/)?_versions\/(\d{1,20})\.manifest$/s;
const MOST_UINT64 = 18_446_744_073_709_551_615n;
const LONG_NAME_LENGTH = 20;

const nameOf = (root: string, digits: string): string => `${root}_versions/${digits}.manifest`;

/** Newer tables count down in twenty digits, so that the newest version is listed first. */
const versionOf = (digits: string): number | undefined => {
  const isLong = digits.length === LONG_NAME_LENGTH;
  // No writer puts zeros before a shorter number, and no reader that asks for a version finds such a name.
  if (!isLong && digits.startsWith("0")) return undefined;
  const version = isLong ? MOST_UINT64 - BigInt(digits) : BigInt(digits);
  return version > 0n && version <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(version) : undefined;
};

/** What the manifest of a version may be called, in newer tables and in older ones. */
export const manifestNames = (root: string, version: number): readonly string[] => [
  nameOf(root, String(MOST_UINT64 - BigInt(version)).padStart(LONG_NAME_LENGTH, "0")),
  nameOf(root, String(version)),
];

/** The manifests among the names, the newest first; of one table alone where its folder is told. */
export const listManifests = (names: readonly string[], root?: string): readonly ManifestName[] =>
  names
    .flatMap((name) => {
      const [, folder = "", digits] = MANIFEST.exec(name) ?? [];
      const version = digits === undefined ? undefined : versionOf(digits);
      return version === undefined || (root !== undefined && root !== folder) ? [] : [{ name, version }];
    })
    .sort((a, b) => b.version - a.version);

/** The newest manifest of the table in this folder. Two of one version would be read by chance. */
export const latestManifest = (names: readonly string[], root: string): ManifestName | undefined => {
  const [latest, next] = listManifests(names, root);
  if (latest !== undefined && latest.version === next?.version)
    throw new FormatFault("malformed", `the Lance table has two manifests of version ${latest.version}`);
  return latest;
};
