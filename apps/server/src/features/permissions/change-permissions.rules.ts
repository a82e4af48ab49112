export interface HoldingEdit {
  readonly id: string;
  readonly expectedVersion: number;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Why a list of edits cannot be meant as it stands. */
export const editsFault = (edits: readonly HoldingEdit[]): string | undefined => {
  if (new Set(edits.map(({ id }) => id)).size !== edits.length) return "the same user is named twice";
  const both = edits.flatMap(({ add, remove }) => add.filter((code) => remove.includes(code)));
  return both.length > 0 ? `${both[0]} is both given and taken` : undefined;
};

export const codesNamed = (edits: readonly HoldingEdit[]): string[] => [
  ...new Set(edits.flatMap(({ add, remove }) => [...add, ...remove])),
];
