import type { ProviderRequest } from "./provider-http.ts";

/** Inside single quotes only the closing quote is special. */
const quote = (words: string): string => `'${words.replaceAll("'", "'\\''")}'`;
/** Double quotes, so that the shell expands $SECRET; everything else special is escaped. */
const quoteWithSecret = (words: string): string =>
  `"${words.replaceAll(/["\\`$]/g, (sign) => `\\${sign}`).replaceAll("\\$SECRET", "$SECRET")}"`;

/** The request as a shell command; the caller has put $SECRET in place of the secret. */
export const toCurl = ({ method, url, headers, json }: ProviderRequest): string => {
  const all = { ...headers, ...(json === undefined ? {} : { "content-type": "application/json" }) };
  const lines = Object.entries(all).map(([name, value]) => {
    const header = `${name}: ${value}`;
    return `-H ${header.includes("$SECRET") ? quoteWithSecret(header) : quote(header)}`;
  });
  const data = json === undefined ? [] : [`--data ${quote(JSON.stringify(json))}`];
  return [`curl -X ${method} ${quote(url)}`, ...lines, ...data].join(" \\\n  ");
};
