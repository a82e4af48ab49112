import { FormatFault } from "./format-fault.ts";

const ISO =
  /^(?<date>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d)?)(?:\.(?<fraction>\d{1,9}))?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/i;
const MICROSECOND_DIGITS = 6;

/**
 * Microseconds since 1970 of a time in ISO 8601; dates of JavaScript have milliseconds. A time without a zone is in UTC, and
 * digits beyond microseconds are dropped.
 */
export const isoToMicroseconds = (text: string): bigint => {
  const { date, time = "00:00", fraction = "", zone = "Z" } = ISO.exec(text)?.groups ?? {};
  const zoneWithColon = zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, "$1:$2");
  const milliseconds = Date.parse(`${date}T${time}${zoneWithColon}`);
  if (Number.isNaN(milliseconds)) throw new FormatFault("malformed", `${text.slice(0, 40)} is not a time in ISO 8601`);
  const digits = fraction.slice(0, MICROSECOND_DIGITS).padEnd(MICROSECOND_DIGITS, "0");
  return BigInt(milliseconds) * 1_000n + BigInt(digits);
};
