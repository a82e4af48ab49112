/** The views behind the names that were asked for: a whole name is that view alone, a beginning is all that begin so. */
export const chooseViews = (all: readonly string[], asked: readonly string[]): readonly string[] => {
  if (asked.length === 0) return all;
  const found = asked.map((name) => (all.includes(name) ? [name] : all.filter((view) => view.startsWith(name))));
  const unknown = asked.filter((_, place) => found[place]?.length === 0);
  if (unknown.length > 0) {
    throw new Error(`no view is called ${unknown.join(" or ")}; there are:\n  ${all.toSorted().join("\n  ")}`);
  }
  return all.filter((view) => found.some((views) => views.includes(view)));
};
