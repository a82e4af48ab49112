export interface LogLine {
  readonly at: string;
  readonly text: string;
}

/** Log lines kept per job: the first ones and the last ones. */
export const MAX_LOG_LINES = 60;
const KEPT_AT_START = 10;
const MAX_LINE = 300;
const MAX_MESSAGE = 500;

export const logLine = (at: Date, text: string): LogLine => ({ at: at.toISOString(), text: shorten(text, MAX_LINE) });

/** Bounds the log: lines in the middle are dropped and counted. */
export const withLogLine = (log: readonly LogLine[], at: Date, text: string): LogLine[] => {
  const lines = [...log, logLine(at, text)];
  if (lines.length <= MAX_LOG_LINES) return lines;
  return [...lines.slice(0, KEPT_AT_START), ...lines.slice(lines.length - (MAX_LOG_LINES - KEPT_AT_START))];
};

/** Sanitises external text for the database: no NUL, no lone surrogates, bounded length. */
export const shorten = (text: string, max: number): string => {
  const clean = text.toWellFormed().replaceAll("\u0000", " ");
  return clean.length <= max ? clean : `${clean.slice(0, max - 1)}…`.toWellFormed();
};

export const errorWords = (text: string): string => shorten(text, MAX_MESSAGE);
