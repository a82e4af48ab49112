import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";

/** What no layer of ours may hold, as it stands in a file. Test keys in a package would be found too. */
const SECRETS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a private key", /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\r?\n[A-Za-z0-9+/=]{60}/],
  ["a key of AWS", /(?<![A-Z0-9])AKIA(?!\w*EXAMPLE)[A-Z0-9]{16}(?![A-Z0-9])/],
  ["a key of Stripe", /(?<!\w)[sr]k_live_[A-Za-z0-9]{20}/],
  ["a token of a package registry", /:_authToken=\S/],
  ["a token of GitHub", /(?<!\w)gh[pousr]_[A-Za-z0-9]{36}/],
];
/** Longer than any of them, so that none is cut in two. */
const OVERLAP = 512;
const MIN_CREDENTIAL_LENGTH = 16;

/** Of a text that arrives in parts, such as all layers of an image one after the other. */
export const secretsIn = async (
  parts: AsyncIterable<string> | Iterable<string>,
  own: readonly string[] = [],
): Promise<string[]> => {
  const found = new Set<string>();
  let rest = "";
  for await (const part of parts) {
    const read = rest + part;
    for (const [what, pattern] of SECRETS) if (pattern.test(read)) found.add(what);
    if (own.some((secret) => read.includes(secret))) found.add("a credential of this machine");
    rest = read.slice(-OVERLAP);
  }
  return [...found];
};

/** Of the engines of this checkout, whose settings lie beside what is copied into the images. */
const ownCredentials = (): string[] =>
  Object.entries(testEnvironment())
    .filter(([name]) => /^DAILIES_\w*(?:KEY|PASSWORD|SECRET)$/.test(name))
    .map(([, value]) => value ?? "")
    .filter((value) => value.length >= MIN_CREDENTIAL_LENGTH);

const extract = (archive: string, ...members: readonly string[]) => {
  const tar = spawn("tar", ["--extract", "--to-stdout", "--file", archive, "--", ...members], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  tar.stdout.setEncoding("latin1");
  return tar;
};

const readJson = async (archive: string, member: string): Promise<unknown> =>
  JSON.parse(await text(extract(archive, member).stdout));

interface History {
  readonly created_by?: string;
  readonly empty_layer?: boolean;
}

/** What our files are copied into. The others are the base and packages of Debian, whose manuals and tests have example keys. */
const ownLayers = async (archive: string): Promise<string[]> => {
  const [{ Config, Layers }] = (await readJson(archive, "manifest.json")) as [{ Config: string; Layers: string[] }];
  const { history } = (await readJson(archive, Config)) as { readonly history: readonly History[] };
  const made = history.filter(({ empty_layer }) => empty_layer !== true);
  if (made.length !== Layers.length) throw new Error(`${archive} has ${Layers.length} layers and ${made.length} steps`);
  return Layers.filter((_, at) => /\bCOPY\b/.test(made[at]?.created_by ?? ""));
};

/** Also what a later layer deletes: the layers are in the archive as they were made. */
export const findSecrets = async (archives: readonly string[]): Promise<string[]> => {
  const own = ownCredentials();
  const faults: string[] = [];
  for (const archive of archives) {
    const layers = await ownLayers(archive);
    if (layers.length === 0) faults.push(`FAULT ${path.basename(archive)} has no layer of ours`);
    else
      for (const what of await secretsIn(extract(archive, ...layers).stdout, own))
        faults.push(`FAULT ${path.basename(archive)} holds ${what}`);
  }
  return faults;
};
