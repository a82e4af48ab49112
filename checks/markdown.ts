export interface Mention {
  readonly target: string;
  readonly line: number;
}

const LINK = /(?<!`)\[[^\]]*\]\((?<target>[^)\s]+)(?:\s+"[^"]*")?\)/g;
const CODE_SPAN = /`(?<code>[^`\n]+)`/g;
const REPOSITORY_PATH =
  /^(?:[.]\/)?(?:(?:apps|packages|checks|proofs|e2e|ops|docs|[.]ci)\/[\w@./-]+|[\w.-]+[.](?:md|cjs|json|ya?ml|toml))$/;
/** File names that exist in every package or are generated on the reader's machine. */
const NAMED_LOOSELY: ReadonlySet<string> = new Set(["package.json", "tsconfig.json", "index.json"]);

/** Blanks fenced code but keeps its line count: examples are not references to this repository. */
const withoutFences = (text: string): string =>
  text.replaceAll(/^(?<fence>```|~~~)[\s\S]*?^\k<fence>[^\n]*$/gm, (block) => block.replaceAll(/[^\n]/g, ""));

const isRelative = (target: string): boolean => !/^[a-z][a-z0-9+.-]*:/i.test(target) && !target.startsWith("//");

/** Build output is not in the repository. */
const BUILT = /(?:^|\/)dist(?:\/|$)/;

const isOurPath = (code: string): boolean =>
  REPOSITORY_PATH.test(code) && !NAMED_LOOSELY.has(code) && !BUILT.test(code);

/** Relative links, and repository files named in code spans. */
export const mentionsOf = (text: string): { links: Mention[]; paths: Mention[] } => {
  const found = { links: [] as Mention[], paths: [] as Mention[] };
  for (const [index, content] of withoutFences(text).split("\n").entries()) {
    const line = index + 1;
    for (const match of content.matchAll(LINK)) {
      const target = match.groups?.target ?? "";
      if (isRelative(target)) found.links.push({ target, line });
    }
    for (const match of content.matchAll(CODE_SPAN)) {
      const code = match.groups?.code ?? "";
      if (isOurPath(code)) found.paths.push({ target: code, line });
    }
  }
  return found;
};

const slug = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

/** The anchors of a page, derived from its headings as code hosts do. */
export const anchorsOf = (text: string): Set<string> => {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const match of withoutFences(text).matchAll(/^#{1,6}\s+(?<heading>.+?)\s*#*$/gm)) {
    const base = slug(match.groups?.heading ?? "");
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    anchors.add(count === 0 ? base : `${base}-${count}`);
  }
  return anchors;
};
