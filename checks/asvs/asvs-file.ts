// docs/asvs.json: an answer to every requirement of OWASP ASVS 5.0.0 of the levels 1 and 2. docs/asvs.md is generated from it.
import { z } from "zod";
import { ROOT, readText } from "../repository.ts";

export const ASVS_FILE = "docs/asvs.json";
const OFFICIAL_FILE = "checks/asvs/requirements.json";

const ID = z.string().regex(/^v5[.]0[.]0-\d+[.]\d+[.]\d+$/, "ids are written as in v5.0.0-1.2.1");
const SENTENCE = z.string().regex(/^\S.*[^\s.]$/s, "sentences stand without a full stop");
const where = z.array(z.string().min(1)).min(1);
const named = { id: ID, level: z.union([z.literal(1), z.literal(2)]), title: SENTENCE };

const requirement = z.discriminatedUnion("answer", [
  z.strictObject({
    ...named,
    answer: z.literal("held"),
    rule: SENTENCE,
    where,
    /** `path`, or `path > title` with the title as it is written in the file. */
    tests: z.array(z.string().min(1)).min(1, "an answer 'held' names a test"),
  }),
  z.strictObject({ ...named, answer: z.literal("held without a test"), rule: SENTENCE, where }),
  z.strictObject({ ...named, answer: z.literal("planned"), missing: SENTENCE, where: where.optional() }),
  z.strictObject({ ...named, answer: z.literal("not applicable"), why: SENTENCE }),
]);

const asvsFile = z.strictObject({
  /** Whose requirements these are, and under which licence. */
  about: z.strictObject({ standard: z.string(), source: z.url(), licence: z.string(), words: z.string() }),
  requirements: z.array(requirement),
});

export type Requirement = z.infer<typeof requirement>;
export type Answer = Requirement["answer"];
export type AsvsFile = z.infer<typeof asvsFile>;

const official = z.object({ levels: z.object({ 1: z.array(ID), 2: z.array(ID) }) });

/** The level of each requirement, in the order of the standard. */
export type OfficialLevels = ReadonlyMap<string, 1 | 2>;

const compareIds = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

export const readOfficialLevels = (): OfficialLevels => {
  const { levels } = official.parse(JSON.parse(readText(OFFICIAL_FILE)));
  const all = ([1, 2] as const).flatMap((level) => levels[level].map((id) => [id, level] as const));
  return new Map(all.sort(([one], [other]) => compareIds(one, other)));
};

export const parseAsvs = (text: string): { file: AsvsFile } | { faults: string[] } => {
  const json: unknown = JSON.parse(text);
  const { data, error } = asvsFile.safeParse(json);
  if (data) return { file: data };
  const listed = (json as { requirements?: { id?: unknown }[] }).requirements ?? [];
  return {
    faults: error.issues.map(({ path, message }) => {
      const [, index] = path;
      const id = typeof index === "number" ? listed[index]?.id : undefined;
      return `${ASVS_FILE}: ${typeof id === "string" ? `${id}, ` : ""}${path.slice(-1).join("")}: ${message}`;
    }),
  };
};

export const readAsvsText = (root: string = ROOT): string => readText(ASVS_FILE, root);
