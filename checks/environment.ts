const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How Chromium is started by everything here that looks at pages; also the one reader of the environment among the checks. */
export const chromiumLaunch = (): { executablePath: string; args: string[] } => ({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: FLAGS,
});
