import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { buildBareHello } from "./bundle/bare-hello.ts";
import { measurePage, type Visit, type Weight } from "./bundle/measure-page.ts";
import { internalReplies, signedOutReplies } from "./bundle/replies.ts";
import { chromiumLaunch } from "./environment.ts";
import { type Outcome, print, report } from "./outcome.ts";
import { listFiles, ROOT } from "./repository.ts";
import { linesOf, runCommand } from "./run-command.ts";

const DIST = path.join(ROOT, "apps/web/dist");

interface Budget {
  readonly name: string;
  readonly visit: Omit<Visit, "folder">;
  readonly maxKilobytes: number;
  /** Each file costs a request, even when it is small. */
  readonly maxScripts: number;
  /** Target ratio to a bare React page. */
  readonly goalRatio: number;
}

const BUDGETS: readonly Budget[] = [
  {
    name: "login",
    visit: { hash: "#/login", shows: "form", replies: signedOutReplies() },
    maxKilobytes: 200,
    maxScripts: 15,
    goalRatio: 2,
  },
  {
    name: "root shell with a table",
    visit: { hash: "#/dev?tab=parts&part=data-table", shows: "[role=grid] tbody tr td", replies: internalReplies() },
    maxKilobytes: 370,
    maxScripts: 50,
    goalRatio: 3.8,
  },
];

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

const newest = (files: readonly string[]): number =>
  Math.max(0, ...files.map((file) => statSync(path.join(ROOT, file)).mtimeMs));

/** Builds unless the last build is newer than all its sources. */
const buildWeb = async (): Promise<void> => {
  const page = path.join(DIST, "index.html");
  const sources = listFiles().filter((file) => /^(apps\/web|packages)\//.test(file) || file === "pnpm-lock.yaml");
  if (existsSync(page) && statSync(page).mtimeMs > newest(sources)) return;
  const finished = await runCommand("pnpm", ["--filter", "@dailies/web", "build"], ROOT);
  if (finished.status !== 0) throw new Error(`the web app did not build:\n${linesOf(finished).join("\n")}`);
};

const line = (name: string, { scripts, scriptBytes, styleBytes }: Weight, bare: Weight): string =>
  `${name.padEnd(24)} ${kilobytes(scriptBytes).padStart(7)} KB JS in ${scripts} files, ${kilobytes(styleBytes)} KB CSS, ${(scriptBytes / bare.scriptBytes).toFixed(2)} × bare`;

const judge = ({ name, maxKilobytes, maxScripts, goalRatio }: Budget, weight: Weight, bare: Weight): string[] => {
  const ratio = weight.scriptBytes / bare.scriptBytes;
  if (ratio > goalRatio) print(`note: ${name} is above its goal of ${goalRatio} × bare`);
  const faults: string[] = [];
  if (weight.scriptBytes > maxKilobytes * 1000) {
    faults.push(`${name} loads ${kilobytes(weight.scriptBytes)} KB of gzipped scripts; at most ${maxKilobytes}`);
  }
  if (weight.scripts > maxScripts) faults.push(`${name} loads ${weight.scripts} scripts; at most ${maxScripts}`);
  return faults;
};

const checkBundle = async (): Promise<Outcome> => {
  await buildWeb();
  const bareFolder = await buildBareHello();
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const bare = await measurePage(browser, { folder: bareFolder, hash: "#/", shows: "h1", replies: {} });
    print(line("bare React and router", bare, bare));
    const faults: string[] = [];
    const notes: string[] = [];
    for (const budget of BUDGETS) {
      const weight = await measurePage(browser, { folder: DIST, ...budget.visit });
      print(line(budget.name, weight, bare));
      faults.push(...judge(budget, weight, bare));
      notes.push(`${budget.name} ${kilobytes(weight.scriptBytes)} KB`);
    }
    return { note: notes.join(", "), faults };
  } finally {
    await browser.close();
  }
};

await report("bundle", checkBundle);
