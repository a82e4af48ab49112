import type { Route } from "./kit.ts";

export interface AddressInput {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
}

/** The path and query of a route, with query arrays as repeated keys. Also for raw routes (downloads, streams). */
export const addressOf = (route: Pick<Route, "path">, { params = {}, query = {} }: AddressInput): string => {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) search.append(key, String(item));
  }
  return search.size > 0 ? `${path}?${search}` : path;
};
