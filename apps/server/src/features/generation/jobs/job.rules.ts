export interface LogLine {
  readonly at: string;
  readonly text: string;
}

/** Of the log of one call: the first tells how it began, the last how it ended. */
export const MAX_LOG_LINES = 60;
const KEPT_AT_START = 10;
const MAX_LINE = 300;
const MAX_MESSAGE = 500;

export const logLine = (at: Date, text: string): LogLine => ({ at: at.toISOString(), text: shorten(text, MAX_LINE) });

/** A provider may talk for ever; what is cut out of the middle is counted. */
export const withLogLine = (log: readonly LogLine[], at: Date, text: string): LogLine[] => {
  const lines = [...log, logLine(at, text)];
  if (lines.length <= MAX_LOG_LINES) return lines;
  return [...lines.slice(0, KEPT_AT_START), ...lines.slice(lines.length - (MAX_LOG_LINES - KEPT_AT_START))];
};

/** Words of a stranger that go into the database: no NUL, no half characters, not too many. */
export const shorten = (text: string, max: number): string => {
  const clean = text.toWellFormed().replaceAll("\u0000", " ");
  return clean.length <= max ? clean : `${clean.slice(0, max - 1)}…`.toWellFormed();
};

export const errorWords = (text: string): string => shorten(text, MAX_MESSAGE);
