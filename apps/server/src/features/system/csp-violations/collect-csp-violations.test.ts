import { describe, expect, it } from "vitest";
import { captureLog } from "../../../testing/captured-log.ts";
import { fakeClock } from "../../../testing/fake-clock.ts";
import { collectCspViolations } from "./collect-csp-violations.ts";

const ORIGIN = "https://console.test";

const open = () => {
  const { log, lines } = captureLog();
  const clock = fakeClock(new Date("2026-11-19T12:00:00Z"));
  const violations = collectCspViolations({ log, clock: clock.now, ownOrigin: ORIGIN });
  const take = (report: unknown): void => violations.take(Buffer.from(JSON.stringify(report)));
  const warnings = () =>
    lines.filter((line) => line.includes("content security policy")).map((line) => JSON.parse(line));
  return { violations, take, warnings, clock };
};

const named = (more: Record<string, unknown> = {}) => ({
  "csp-report": {
    "document-uri": `${ORIGIN}/?token=secret#/datasets`,
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.test/a/secret.js?key=1",
    "source-file": `${ORIGIN}/assets/app-1234.js?v=secret`,
    "line-number": 7,
    "script-sample": "alert(1)",
    ...more,
  },
});

const queued = (...directives: string[]) =>
  directives.map((effectiveDirective) => ({
    type: "csp-violation",
    age: 1,
    url: `${ORIGIN}/`,
    body: { effectiveDirective, blockedURL: "inline", sourceFile: "", lineNumber: 3, disposition: "enforce" },
  }));

describe("the collector of CSP violations", () => {
  it("logs a violation once, without queries, paths of other sites or anything of the page", () => {
    const { take, warnings } = open();
    take(named());
    take(named());
    expect(warnings()).toEqual([
      expect.objectContaining({
        level: "warn",
        directive: "script-src-elem",
        blocked: "https://evil.test",
        source: "/assets/app-1234.js",
        line: 7,
      }),
    ]);
    expect(JSON.stringify(warnings())).not.toMatch(/secret|alert|token/);
  });

  it("reads several violations of one report of the newer form", () => {
    const { take, warnings, violations } = open();
    take(queued("img-src", "img-src", "style-src-elem"));
    expect(warnings().map(({ directive, blocked }) => [directive, blocked])).toEqual([
      ["img-src", "inline"],
      ["style-src-elem", "inline"],
    ]);
    expect(violations.expose()).toContain('csp_violations_total{directive="img-src"} 2');
  });

  it("reads the directive of old browsers, and names unknown ones and schemes without their content", () => {
    const { take, warnings } = open();
    take(named({ "effective-directive": undefined, "violated-directive": "img-src 'self' data:" }));
    take(
      named({ "effective-directive": 'x"} 1\nfake', "blocked-uri": "data:text/html,secret", "source-file": "no url" }),
    );
    expect(warnings().map(({ directive, blocked, source }) => [directive, blocked, source])).toEqual([
      ["img-src", "https://evil.test", "/assets/app-1234.js"],
      ["other", "data", "other"],
    ]);
  });

  it.each([
    ["no JSON", Buffer.from("{")],
    ["no bytes", Buffer.alloc(0)],
    ["another object", Buffer.from('{"csp-report":7}')],
    ["a list of other reports", Buffer.from('[{"type":"deprecation","body":{}}]')],
    ["too many at once", Buffer.from(JSON.stringify(queued(...Array.from({ length: 21 }, () => "img-src"))))],
  ])("takes a report of %s without a word", (_name, bytes) => {
    const { violations, warnings } = open();
    violations.take(bytes);
    expect(warnings()).toEqual([]);
    expect(violations.expose()).not.toContain("{");
  });

  it("writes ten warnings a minute at most, and the others once they occur later", () => {
    const { take, warnings, clock } = open();
    for (let line = 0; line < 50; line++) take(named({ "line-number": line }));
    expect(warnings()).toHaveLength(10);
    clock.advance(60_000);
    take(named({ "line-number": 49 }));
    expect(warnings()).toHaveLength(11);
  });

  it("reads no more than its rate limit, and counts what it drops", () => {
    const { take, violations, clock } = open();
    for (let n = 0; n < 150; n++) take(named());
    expect(violations.expose()).toContain('csp_violations_total{directive="script-src-elem"} 120');
    expect(violations.expose()).toContain("csp_reports_dropped_total 30");
    clock.advance(60_000);
    take(named());
    expect(violations.expose()).toContain('csp_violations_total{directive="script-src-elem"} 121');
  });
});
