/** `**` matches any depth, `*` any part of one name, `{a,b}` either; slashes are always forward. */
const toExpression = (pattern: string): RegExp => {
  const source = pattern
    .replace(/[.+^$()|[\]\\]/g, "\\$&")
    .replace(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(",", "|")})`)
    .replace(/\*\*\/|\*\*|\*/g, (star) => ({ "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*" })[star] ?? star);
  return new RegExp(`^${source}$`);
};

const expressions = new Map<string, RegExp>();

/** Whether a repository path matches one of the patterns; each pattern is compiled once. */
export const matchesAny = (file: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => {
    const expression = expressions.get(pattern) ?? toExpression(pattern);
    expressions.set(pattern, expression);
    return expression.test(file);
  });
