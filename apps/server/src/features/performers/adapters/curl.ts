import type { ProviderRequest } from "./provider-http.ts";

/** In single quotes a shell reads nothing but the closing one. */
const quote = (words: string): string => `'${words.replaceAll("'", "'\\''")}'`;
/** In double quotes, so that the shell puts the secret in; everything else it might read there is escaped. */
const quoteWithSecret = (words: string): string =>
  `"${words.replaceAll(/["\\`$]/g, (sign) => `\\${sign}`).replaceAll("\\$SECRET", "$SECRET")}"`;

/** The request as a line for a shell; whoever builds it has put $SECRET where the secret goes. */
export const toCurl = ({ method, url, headers, json }: ProviderRequest): string => {
  const all = { ...headers, ...(json === undefined ? {} : { "content-type": "application/json" }) };
  const lines = Object.entries(all).map(([name, value]) => {
    const header = `${name}: ${value}`;
    return `-H ${header.includes("$SECRET") ? quoteWithSecret(header) : quote(header)}`;
  });
  const data = json === undefined ? [] : [`--data ${quote(JSON.stringify(json))}`];
  return [`curl -X ${method} ${quote(url)}`, ...lines, ...data].join(" \\\n  ");
};
