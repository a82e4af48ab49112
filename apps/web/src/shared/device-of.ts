const BROWSERS = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|Chromium)\//],
  ["Safari", /\bSafari\//],
  ["curl", /^curl\//],
] as const;

const SYSTEMS = [
  ["iPad", /\biPad\b/],
  ["iPhone", /\biPhone\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
] as const;

export interface Device {
  browser?: string;
  system?: string;
}

/** Enough to distinguish the user's own browsers; the first match wins, because most user agents claim several. */
export const deviceOf = (userAgent: string): Device => ({
  browser: BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0],
  system: SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0],
});
