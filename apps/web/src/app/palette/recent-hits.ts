import { searchHit } from "@dailies/contract/search/routes";
import { useState } from "react";
import { z } from "zod";
import { useCurrentUser } from "../../lib/session.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

const recentHit = searchHit.omit({ rank: true });
export type RecentHit = z.output<typeof recentHit>;

const MAX_RECENT = 8;
/** People who share a browser; the one who used the palette longest ago is forgotten first. */
const MAX_PEOPLE = 5;

const stored = z.array(z.object({ username: z.string(), hits: z.array(recentHit) }));
type Stored = z.output<typeof stored>;

const read = (): Stored => {
  try {
    return stored.parse(JSON.parse(readStored("paletteRecent") ?? "[]"));
  } catch {
    // Written by another version of the console, or by hand: start again.
    return [];
  }
};

const isSame = (one: RecentHit, other: RecentHit): boolean => one.kind === other.kind && one.id === other.id;

const remember = (username: string, { kind, id, title, note }: RecentHit): void => {
  const people = read();
  const hit = { kind, id, title, note };
  const before = people.find((person) => person.username === username)?.hits ?? [];
  const hits = [hit, ...before.filter((other) => !isSame(hit, other))].slice(0, MAX_RECENT);
  const others = people.filter((person) => person.username !== username);
  writeStored("paletteRecent", JSON.stringify([{ username, hits }, ...others].slice(0, MAX_PEOPLE)));
};

/** What this person opened from the palette in this browser, the last one first. */
export const useRecentHits = (): { recent: readonly RecentHit[]; remember: (hit: RecentHit) => void } => {
  const { username } = useCurrentUser();
  const [recent] = useState(() => read().find((person) => person.username === username)?.hits ?? []);
  return { recent, remember: (hit) => remember(username, hit) };
};
