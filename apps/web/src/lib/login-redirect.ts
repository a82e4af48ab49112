import { PATHS } from "./paths.ts";

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

const LOGIN_HASH = `#${PATHS.login}`;
const MAX_REDIRECT_BYTES = 2048;

/** The redirect of a 401; undefined if the browser is already at the login. */
export const loginAddress = ({ pathname, search, hash }: Address): string | undefined => {
  if (hash.startsWith(LOGIN_HASH)) return undefined;
  return `/${LOGIN_HASH}?redirect=${encodeURIComponent(`${pathname}${search}${hash}`)}`;
};

/** Prevents an open redirect: decodes until the value is stable or undecodable, so that encoding hides nothing. */
const fullyDecoded = (value: string): string => {
  try {
    const next = decodeURIComponent(value);
    return next === value ? value : fullyDecoded(next);
  } catch {
    return value;
  }
};

const hasTrick = (text: string): boolean => /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\/\//u.test(text);
const namesLogin = (text: string): boolean => /(^|#)\/?\.*\/*login([/?#&;]|$)/i.test(text.replaceAll(/\s/gu, ""));
const namesCall = (path: string): boolean => /^\/*(api|api_v1)(\/|$)/i.test(path);

/** The path and the hash route without their queries: the parts that determine the target. */
const targetsOf = (redirect: string): string[] => {
  const [beforeHash = "", ...afterHash] = redirect.split("#");
  return [beforeHash, ...afterHash].map((part) => part.split("?", 1)[0] ?? "");
};

const isSafeTarget = (target: string): boolean => {
  const plain = fullyDecoded(target);
  const isPlain = !/[%:]/.test(plain) && plain.split("/").every((segment) => segment !== "." && segment !== "..");
  return isPlain && !hasTrick(plain) && !namesCall(plain);
};

/** The redirect if it stays on our own pages and is not the login itself; otherwise undefined. */
export const safeRedirect = (redirect: string | null, origin: string): string | undefined => {
  if (!redirect || new TextEncoder().encode(redirect).length > MAX_REDIRECT_BYTES) return undefined;
  if (!redirect.startsWith("/") && !redirect.startsWith("#/")) return undefined;
  if (hasTrick(redirect) || !targetsOf(redirect).every(isSafeTarget)) return undefined;
  if (namesLogin(fullyDecoded(redirect))) return undefined;
  return URL.canParse(redirect, origin) && new URL(redirect, origin).origin === origin ? redirect : undefined;
};
