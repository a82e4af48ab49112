import type { BrowserContext } from "@playwright/test";

export interface PageFaults {
  /** For a journey that provokes an error: the browser's own line about it is then no fault. */
  allow(pattern: RegExp): void;
  found(): string[];
}

declare global {
  interface Window {
    noteViolation(words: string): void;
  }
}

/** Everything the browser complains about. A broken content policy can never be allowed. */
export const watchForFaults = async (context: BrowserContext): Promise<PageFaults> => {
  const violations: string[] = [];
  const errors: string[] = [];
  const allowed: RegExp[] = [];
  await context.exposeBinding("noteViolation", (_source, words: string) => void violations.push(words));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      window.noteViolation(`${effectiveDirective} refused ${blockedURI} in ${sourceFile}: ${sample}`);
    });
  });
  context.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  context.on("weberror", (error) => errors.push(error.error().message));
  return {
    allow: (pattern) => allowed.push(pattern),
    found: () => [...violations, ...errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))],
  };
};

/** The browser reports every refused call; a person who is not signed in is refused once. */
export const REFUSED_AS_STRANGER = /status of 401/;
