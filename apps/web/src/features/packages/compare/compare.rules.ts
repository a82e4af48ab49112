import type { PackageSummary } from "@dailies/contract";

/** The newest one of the same name that is older than this one. */
export const previousOf = <One extends Pick<PackageSummary, "id" | "name" | "number">>(
  one: Pick<PackageSummary, "name" | "number">,
  others: readonly One[],
): One | undefined =>
  others
    .filter(({ name, number }) => name.toLowerCase() === one.name.toLowerCase() && number < one.number)
    .sort((a, b) => b.number - a.number)
    .at(0);
