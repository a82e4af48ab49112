import { CSP_REPORT_PATH } from "@dailies/contract";

type HeaderList = readonly string[];

const DIRECT_HEADERS = [
  "x-content-type-options",
  "nosniff",
  "cross-origin-resource-policy",
  "same-origin",
  "referrer-policy",
  "no-referrer",
];

const strictTransport = (publicOrigin: string): string[] =>
  publicOrigin.startsWith("https:") ? ["strict-transport-security", "max-age=31536000; includeSubDomains"] : [];

/** Built once at startup, as the flat list that `writeHead` takes without further processing. */
export const apiHeaders = (publicOrigin: string): HeaderList => [
  "content-type",
  "application/json; charset=utf-8",
  "cache-control",
  "no-store",
  "content-security-policy",
  "default-src 'none'; frame-ancestors 'none'",
  ...DIRECT_HEADERS,
  ...strictTransport(publicOrigin),
];

/** For the other files of the build, which add a policy of their own. */
export const fileHeaders = (publicOrigin: string): HeaderList => [...DIRECT_HEADERS, ...strictTransport(publicOrigin)];

const REPORTS = "csp";

/** For pages: no inline or evaluated script, and no string may become markup. The UI kit writes styles at run time. */
export const pageHeaders = (publicOrigin: string, storageOrigins: readonly string[]): HeaderList => [
  "content-security-policy",
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${storageOrigins.join(" ")}`,
    `media-src 'self' blob: ${storageOrigins.join(" ")}`,
    "font-src 'self'",
    `connect-src 'self' ${storageOrigins.join(" ")}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
    // The older form is for browsers that do not know the newer one; the others ignore it.
    `report-uri ${CSP_REPORT_PATH}`,
    `report-to ${REPORTS}`,
  ].join("; "),
  "reporting-endpoints",
  `${REPORTS}="${CSP_REPORT_PATH}"`,
  "cross-origin-opener-policy",
  "same-origin",
  "permissions-policy",
  "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "x-frame-options",
  "DENY",
  ...DIRECT_HEADERS,
  ...strictTransport(publicOrigin),
];
