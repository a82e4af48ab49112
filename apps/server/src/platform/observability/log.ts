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
  /** Buffered lines cost a fraction of written ones, but are lost in a crash: production only. */
  readonly isBuffered: boolean;
  readonly to?: DestinationStream;
}

export interface OpenLog {
  readonly log: Log;
  /** Where the lines go, for the one writer that builds its own. */
  readonly sink: { write(line: string): unknown };
  /** Resolves when everything buffered is written; to be awaited last on shutdown. */
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

/** What a child is bound to passes through no formatter; children inherit this method, so theirs do not escape either. */
const redactingChildren = (log: Log): Log => {
  const child = log.child as unknown as (this: Log, bindings: Bindings, options?: ChildLoggerOptions) => Log;
  return Object.assign(log, {
    child(this: Log, bindings: Bindings, options?: ChildLoggerOptions): Log {
      return child.call(this, withoutSecrets(bindings), options);
    },
  }) as unknown as Log;
};
