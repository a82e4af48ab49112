export interface HostileFile {
  readonly family: string;
  readonly name: string;
  readonly declaredMime: string;
  readonly content: Buffer;
  /** `any`: the verdict does not matter, only that nothing else happens. */
  readonly expected: "rejected" | "unopened" | "any";
}

type Entry = readonly [name: string, content: Buffer | string, expected?: HostileFile["expected"]];

/** Files of one family, sent as one type and to be rejected unless they say otherwise. */
export const family = (name: string, declaredMime: string, entries: readonly Entry[]): HostileFile[] =>
  entries.map(([what, content, expected = "rejected"]) => ({
    family: name,
    name: what,
    declaredMime,
    content: typeof content === "string" ? Buffer.from(content, "latin1") : content,
    expected,
  }));
