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

/** How Chromium is started by everything here that looks at pages. */
export const chromiumLaunch = (): { executablePath: string; args: string[] } => ({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: FLAGS,
});

/** What a command that a check starts is given. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => process.env;

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/**
 * The same browser without a window of its own: a page costs a third of the processor time. Where it is not installed
 * Chromium itself does.
 */
export const headlessLaunch = (): { executablePath: string; args: string[] } => {
  const { executablePath, args } = chromiumLaunch();
  const isGiven = process.env.CHROMIUM_PATH !== undefined;
  return { executablePath: !isGiven && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : executablePath, args };
};
