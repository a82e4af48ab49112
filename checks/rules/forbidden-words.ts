import { type Outcome, report } from "../outcome.ts";
import { lineOf, listFiles, readText } from "../repository.ts";

interface Ban {
  readonly name: string;
  readonly pattern: RegExp;
  readonly why: string;
  /** Files the ban applies to. */
  readonly within: RegExp;
  readonly except?: RegExp;
}

const CODE = /[.](ts|tsx|cjs|js|mjs|css|sql|sh|py|html)$|^dev$|^[.]ci[/]run$/;
const EVERYTHING = /./;
const SCRIPT = /[.]tsx?$/;

/** This file and its test contain the banned words. */
const SELF = "checks/rules/forbidden-words([.]test)?[.]ts";

const BANS: readonly Ban[] = [
  {
    name: "unfinished work",
    pattern: /\b(TODO|FIXME|XXX|HACK)\b/g,
    why: "finish it or file it; the code is no list of intentions",
    within: CODE,
  },
  {
    name: "skipped or focused test",
    pattern:
      /\b(?:it|test|describe|suite)[.](?:skip|only|todo|skipIf|runIf|fixme|fails)\b|\b(?:xit|xdescribe|fit|fdescribe)\(/g,
    why: "a test runs for everybody or does not exist",
    within: SCRIPT,
  },
  {
    name: "registry host",
    pattern: /https?:\/\/[\w.-]*(?:registry|artifactory|nexus|mirror|pypi|npmmirror)[\w.-]*(?::\d+)?\//g,
    why: "whoever installs chooses the registry",
    within: EVERYTHING,
    except: /^docs[/]adr[/]/,
  },
  {
    name: "path of one machine",
    pattern: /(?<![\w./-])\/(?:home|Users|work)\/[\w.-]+/g,
    why: "it exists on one computer only",
    within: EVERYTHING,
    except: /^ops[/](docker|helm)[/]/,
  },
  {
    name: "claimed identity",
    pattern: /x-username|xUsername|x_username/gi,
    why: "T1: the header is logged as claimed_username and believed nowhere",
    within: /^(apps|packages)[/].*[.]tsx?$/,
    except:
      /^apps[/]server[/]src[/]http[/]observability[/]access-log[.]ts$|^apps[/]web[/]src[/]lib[/]api[/]calls[.]ts$|[.]test[.]tsx?$/,
  },
  {
    name: "body schema per content type",
    pattern: /\bbody\s*:\s*\{\s*content\s*:|schema[.]body[.]content\b/g,
    why: "content-type maps for bodies were bypassed four times in a year; use one plain body schema",
    within: /^apps[/]server[/].*[.]ts$/,
  },
  {
    name: "transaction typed as any connection",
    pattern: /\btx\??: (?:Db\b|Kysely<|\w+\["db"\])/g,
    why: "declare `tx: Tx`, so that the compiler refuses a caller without a transaction; a plain read takes `db: Db`",
    within: SCRIPT,
  },
];

const NOT_TEXT = /[.](png|jpe?g|webp|gif|ico|woff2?|ttf|mp4|xz|gz|zip)$|^pnpm-lock[.]yaml$|package-lock[.]json$/;

const faultsOf = (ban: Ban, file: string, text: string): string[] =>
  [...text.matchAll(ban.pattern)].map(
    (match) => `${file}:${lineOf(text, match.index)} ${ban.name} "${match[0]}": ${ban.why}`,
  );

const applies = (ban: Ban, file: string): boolean =>
  ban.within.test(file) && !ban.except?.test(file) && !new RegExp(`^${SELF}$`).test(file);

export const findForbiddenWords = (file: string, text: string): string[] =>
  BANS.filter((ban) => applies(ban, file)).flatMap((ban) => faultsOf(ban, file, text));

export const checkForbiddenWords = (): Outcome => {
  const files = listFiles().filter((file) => !NOT_TEXT.test(file));
  return {
    note: `${files.length} files, ${BANS.length} bans`,
    faults: files.flatMap((file) => findForbiddenWords(file, readText(file))),
  };
};

if (import.meta.main) await report("forbidden words", checkForbiddenWords);
