import { existsSync } from "node:fs";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Chromium launch options for all checks that open pages. */
export const chromiumLaunch = (): { executablePath: string; args: string[] } => ({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: FLAGS,
});

/** Environment for commands that a check starts. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => process.env;

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** The headless shell needs a third of the CPU time per page. Falls back to Chromium when it is not installed. */
export const headlessLaunch = (): { executablePath: string; args: string[] } => {
  const { executablePath, args } = chromiumLaunch();
  const isGiven = process.env.CHROMIUM_PATH !== undefined;
  return { executablePath: !isGiven && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : executablePath, args };
};
