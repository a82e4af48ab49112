export const SESSION_COOKIE = "__Host-sid";
/** Of a browser in which its user has signed in before. */
export const BROWSER_COOKIE = "__Host-browser";
export const CODE_REQUEST_COOKIE = "__Host-code";
export const PASSKEY_COOKIE = "__Host-passkey";
export const PENDING_SIGN_IN_COOKIE = "__Host-pending";
export const SIGN_ON_COOKIE = "__Host-sign-on";

/** Searches by index instead of parsing every cookie: this runs on each request. */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined) return undefined;
  const prefix = `${name}=`;
  let start = header.indexOf(prefix);
  while (start > 0 && header[start - 1] !== " " && header[start - 1] !== ";") start = header.indexOf(prefix, start + 1);
  if (start < 0) return undefined;
  const end = header.indexOf(";", start);
  return header.slice(start + prefix.length, end < 0 ? undefined : end);
};

const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Lax";

export const cookieFor = (name: string, value: string, maxAgeS: number): string =>
  `${name}=${value}; Max-Age=${maxAgeS}; ${ATTRIBUTES}`;

export const expiredCookie = (name: string): string => cookieFor(name, "", 0);
