import { PERMISSION_CODES } from "@dailies/contract";
import type { People, Person } from "../fixtures/people/people.ts";
import type { Viewer } from "./view.ts";

const OTHER_BROWSERS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
  "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/604.1",
];

const PEOPLE = {
  administrator: { realname: "Ada Administrator", permissions: PERMISSION_CODES },
  staff: { realname: "Dana Data" },
  external: { realname: "Lea Labeller", role: "labeller" },
  newcomer: { realname: "Nora New", hasPassword: false },
} as const;

/** The user behind a viewer of a group, the same one for the whole run; the administrator has a second session elsewhere. */
export const personFor = async (
  people: People,
  viewer: Exclude<Viewer, "stranger">,
  groupName: string,
): Promise<Person> => {
  const username = viewer === "administrator" ? `user-${groupName}` : `user-${groupName}-${viewer}`;
  const known = await people.find(username);
  if (known) return known;
  const person = await people.add({ ...PEOPLE[viewer], username });
  if (viewer === "administrator") for (const browser of OTHER_BROWSERS) await people.cookieOf(person, browser);
  return person;
};
