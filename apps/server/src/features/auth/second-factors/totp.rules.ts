import { createHmac, timingSafeEqual } from "node:crypto";
import { TOTP_DIGITS } from "@dailies/contract";

/** RFC 6238 with the parameters that every authenticator app supports. */
const STEP_S = 30;
/** One step earlier and later is accepted, for clocks that differ. */
const STEPS_OFF = [0, -1, 1];
export const TOTP_SECRET_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_S);

export const totpAt = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** TOTP_DIGITS;
  return String(number).padStart(TOTP_DIGITS, "0");
};

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The step that this code belongs to, or undefined when it is wrong now. */
export const findStep = (secret: Buffer, code: string, now: Date): number | undefined => {
  const current = stepAt(now);
  return STEPS_OFF.map((off) => current + off).find((step) => isSame(totpAt(secret, step), code));
};

/** Without padding: 20 bytes are exactly 32 characters. */
export const toBase32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join("");
};

const ISSUER = "Dailies";

/** What the QR code contains. */
export const totpUri = (username: string, secret: string): string => {
  const parameters = new URLSearchParams({ secret, issuer: ISSUER, algorithm: "SHA1", digits: String(TOTP_DIGITS) });
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(username)}?${parameters}&period=${STEP_S}`;
};
