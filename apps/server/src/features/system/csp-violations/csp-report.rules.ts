import { z } from "zod";

/** What a log line may say of a violation: no query, no path of another site, nothing of the page's content. */
export interface CspViolation {
  readonly directive: string;
  /** An origin, or a word such as `inline`. */
  readonly blocked: string;
  /** A path of the console, or the origin of another site. */
  readonly source: string;
  readonly line: number;
}

/** Closed, because the names become labels of a metric. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  "base-uri",
  "connect-src",
  "default-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "media-src",
  "object-src",
  "require-trusted-types-for",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "trusted-types",
  "worker-src",
]);

const MAX_PATH = 200;
const MAX_VIOLATIONS = 20;
const WORD = /^[a-z][a-z-]{0,30}$/;

const word = z.string().catch("");
const line = z.int().min(0).max(10_000_000).catch(0);

/** As sent to `report-uri`: one violation, with a hyphen in its names. */
const named = z.object({
  "csp-report": z.object({
    "effective-directive": word,
    "violated-directive": word,
    "blocked-uri": word,
    "source-file": word,
    "line-number": line,
  }),
});

/** As sent to `report-to`: several at once. */
const queued = z
  .array(
    z.object({
      type: z.literal("csp-violation"),
      body: z.object({ effectiveDirective: word, blockedURL: word, sourceFile: word, lineNumber: line }),
    }),
  )
  .max(MAX_VIOLATIONS);

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Schemes without an origin, such as `data:`, are told by their name alone. */
const originOf = (url: URL): string => (url.origin === "null" ? url.protocol.replace(":", "") : url.origin);

const blockedIn = (text: string): string => {
  if (WORD.test(text)) return text;
  const url = urlOf(text);
  return url ? originOf(url) : "other";
};

const sourceIn = (text: string, ownOrigin: string): string => {
  if (text === "") return "";
  const url = urlOf(text);
  if (!url) return "other";
  return url.origin === ownOrigin ? url.pathname.slice(0, MAX_PATH) : originOf(url);
};

interface Reported {
  readonly directive: string;
  readonly blocked: string;
  readonly source: string;
  readonly line: number;
}

const reportedIn = (value: unknown): Reported[] => {
  const one = named.safeParse(value);
  if (one.success) {
    const report = one.data["csp-report"];
    // Old browsers name the directive with its sources behind it.
    const directive = report["effective-directive"] || (report["violated-directive"].split(" ", 1)[0] ?? "");
    return [{ directive, blocked: report["blocked-uri"], source: report["source-file"], line: report["line-number"] }];
  }
  const several = queued.safeParse(value);
  if (!several.success) return [];
  return several.data.map(({ body }) => ({
    directive: body.effectiveDirective,
    blocked: body.blockedURL,
    source: body.sourceFile,
    line: body.lineNumber,
  }));
};

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
};

/** The violations of a report in either form; none if it is no report. Anybody may have sent it. */
export const violationsIn = (bytes: Buffer, ownOrigin: string): CspViolation[] =>
  reportedIn(parsed(bytes)).map((each) => ({
    directive: DIRECTIVES.has(each.directive) ? each.directive : "other",
    blocked: blockedIn(each.blocked),
    source: sourceIn(each.source, ownOrigin),
    line: each.line,
  }));
