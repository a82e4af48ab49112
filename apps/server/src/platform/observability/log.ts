import {
  type Bindings,
  type ChildLoggerOptions,
  type DestinationStream,
  destination,
  type Logger,
  pino,
  stdTimeFunctions,
} from "pino";
import { LineWriter } from "./line-writer.ts";
import { describeError, withoutSecrets } from "./log-redaction.ts";

export type Log = Logger;

const STDOUT = 1;

export interface LogOptions {
  readonly level: "debug" | "info" | "warn" | "error" | "silent";
  /** Buffering is much cheaper but loses lines in a crash: production only. */
  readonly isBuffered: boolean;
  readonly to?: DestinationStream;
}

export interface OpenLog {
  readonly log: Log;
  /** The destination, for the one writer that builds its own lines. */
  readonly sink: { write(line: string): unknown };
  /** Resolves when everything buffered is written; await it last on shutdown. */
  readonly flush: () => Promise<void>;
}

export const openLog = ({ level, isBuffered, to }: LogOptions): OpenLog => {
  const buffered = to || !isBuffered ? undefined : new LineWriter(STDOUT);
  const sink = to ?? buffered ?? destination({ dest: STDOUT, sync: true });
  const log = pino(
    {
      level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      formatters: {
        level: (label) => ({ level: label }),
        log: withoutSecrets,
      },
    },
    sink,
  );
  return { log: redactingChildren(log), sink, flush: async () => buffered?.flush() };
};

/** Child bindings bypass the formatters, so redact them here; nested children inherit this method. */
const redactingChildren = (log: Log): Log => {
  const child = log.child as unknown as (this: Log, bindings: Bindings, options?: ChildLoggerOptions) => Log;
  return Object.assign(log, {
    child(this: Log, bindings: Bindings, options?: ChildLoggerOptions): Log {
      return child.call(this, withoutSecrets(bindings), options);
    },
  }) as unknown as Log;
};
