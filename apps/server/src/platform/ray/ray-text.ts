const REMOVED = "[removed]";
/** `--api-key=…`, `HF_TOKEN: …`, `"password": "…"`: people put secrets into commands and print them into logs. */
const NAMED_SECRETS =
  /((?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)["']?\s*[=:]\s*["']?)[^\s"'&,;]{4,}/gi;
// The lookbehind and the limit keep a long run of dashes from being scanned once for each of them.
const SECRET_FLAGS = /(?<![\w-])(--?[\w-]{0,60}(?:password|secret|token|api-?key|access-?key)\s+)(?!-)[^\s"']{4,}/gi;
const BEARER = /\b(Bearer\s+)[\w.~+/=-]{8,}/gi;
const URL_CREDENTIALS = /(:\/\/)[^/\s@:]+:[^/\s@]+@/g;
const KNOWN_TOKENS = /\b(?:hf_[A-Za-z0-9]{20,}|sk-[\w-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|AKIA[A-Z0-9]{16})\b/g;

/** Removes what looks like a secret. `own` are secrets that are known, such as the token of the cluster. */
export const withoutSecretValues = (text: string, own: readonly string[] = []): string => {
  const known = own.reduce((rest, secret) => (secret === "" ? rest : rest.replaceAll(secret, REMOVED)), text);
  return known
    .replace(NAMED_SECRETS, `$1${REMOVED}`)
    .replace(SECRET_FLAGS, `$1${REMOVED}`)
    .replace(BEARER, `$1${REMOVED}`)
    .replace(URL_CREDENTIALS, `$1${REMOVED}@`)
    .replace(KNOWN_TOKENS, REMOVED);
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of terminals begin with one.
const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** Without the colours and cursor movements of terminals. */
export const withoutAnsi = (text: string): string => text.replace(ANSI, "");

/** What PostgreSQL can store: no NUL, no lone surrogates, a limited length. */
export const storableText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replaceAll("\u0000", "").toWellFormed();

/** Directories of the cluster's machines, in tracebacks and messages; the name of the file stays. */
export const withoutPaths = (text: string): string =>
  text.replace(/(?<![\w:/])(?:\/[\w.@+-]+){2,}\/?/g, (path) => `…/${path.replace(/\/$/, "").split("/").at(-1)}`);

/** The last bytes of a log, beginning with a whole line. */
export const tailOf = (text: string, maxLength: number): { readonly tail: string; readonly isTruncated: boolean } => {
  if (text.length <= maxLength) return { tail: text, isTruncated: false };
  const end = text.slice(-maxLength);
  const firstLine = end.indexOf("\n");
  return { tail: firstLine === -1 ? end : end.slice(firstLine + 1), isTruncated: true };
};
