import { parseFieldValue } from "@dailies/contract";
import { withTimeout } from "../../../platform/concurrency/with-timeout.ts";
import type { SecretKeys } from "../../../platform/crypto/secret-keys.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Log } from "../../../platform/observability/log.ts";
import { DECLARED, type Setting } from "../declared-settings.ts";
import { createValueBox } from "../value-box.ts";
import { getPublishedSeq, listPublished, type PublishedRow } from "./published.store.ts";
import { connectSettingsChannel } from "./settings-channel.ts";

export interface SettingsReaderOptions {
  readonly db: Db;
  readonly redisUrl: string;
  readonly secretKeys: SecretKeys;
  readonly log: Log;
  readonly settings?: readonly Setting<unknown>[];
  /** Poll interval without announcements. */
  readonly pollMs?: number;
}

export interface SettingsReader {
  /** Loads the published values, waiting briefly for the database, then keeps them up to date. Never throws. */
  start(): Promise<void>;
  /** The published value, else the default. Synchronous and in memory, so call it wherever the value is needed. */
  get<V>(setting: Setting<V>): V;
  /** Tells every process, including this one, to reload. If the message is lost, polling finds the change. */
  announce(): void;
  close(): Promise<void>;
}

const START_WAIT_MS = 3_000;
/** With jitter and a slow query, changes are seen within 15 seconds even without announcements. */
export const POLL_MS = 5_000;
const FIRST_READ_RETRY_MS = 1_000;

interface Known {
  readonly seq: bigint;
  readonly version: number;
  /** Undefined when the published value is unusable, so that the default applies. */
  readonly value: unknown;
}

/** In-memory copy of the published values, replaced atomically, so that a reader never sees half a change. */
export const createSettingsReader = (options: SettingsReaderOptions): SettingsReader => {
  const { db, redisUrl, log, settings = DECLARED, pollMs = POLL_MS } = options;
  const declared = new Map(settings.map((setting) => [setting.key, setting]));
  const decode = decoderFor(options, declared);
  const keys = [...declared.keys()];
  let known: ReadonlyMap<string, Known> = new Map();
  let values: ReadonlyMap<string, unknown> = new Map();
  let seenSeq: bigint | undefined;

  const refresh = async (): Promise<void> => {
    if (seenSeq !== undefined && (await getPublishedSeq(db)) === seenSeq) return;
    const { seq, rows } = await listPublished(db, keys);
    known = new Map(rows.map((row) => [row.key, decode(row, known.get(row.key))]));
    values = new Map([...known].map(([key, { value }]) => [key, value]));
    seenSeq = seq;
  };

  const check = withoutOverlap(refresh, log);
  const poll = repeatedly(check, () => (seenSeq === undefined ? FIRST_READ_RETRY_MS : pollMs));
  const channel = connectSettingsChannel({ redisUrl, log, onNews: () => void check() });

  return {
    start: async () => {
      await withTimeout(START_WAIT_MS, check).catch((error: unknown) => {
        log.warn({ err: error }, "settings are not available at start; using defaults");
      });
      poll.start();
      // The first reload after subscribing covers announcements missed until then.
      channel.start();
    },
    get: <V>(setting: Setting<V>): V => {
      const value = values.get(setting.key);
      return value === undefined ? setting.defaultValue : (value as V);
    },
    announce: () => {
      void check();
      channel.announce();
    },
    close: async () => {
      poll.stop();
      channel.close();
      await check.finished();
    },
  };
};

const decoderFor = ({ secretKeys, log }: SettingsReaderOptions, declared: ReadonlyMap<string, Setting<unknown>>) => {
  const box = createValueBox(secretKeys);
  return (row: PublishedRow, before: Known | undefined): Known => {
    const { key, version, published_seq: seq } = row;
    // Decode, and log faults, once per publication.
    if (before?.seq === seq && before.version === version) return before;
    const setting = declared.get(key);
    try {
      const parsed = setting && parseFieldValue(setting.spec, box.unpack(row, row));
      if (parsed?.isValid) return { seq, version, value: freeze(parsed.value) };
      log.warn({ key, version }, "published setting does not match its declared type; using the default");
    } catch (error) {
      log.error({ err: error, key, version }, "published setting could not be decrypted; using the default");
    }
    return { seq, version, value: undefined };
  };
};

const freeze = <T>(value: T): T => Object.freeze(value);

/** One run at a time; a call during a run triggers another one afterwards, which sees all earlier changes. */
const withoutOverlap = (act: () => Promise<void>, log: Log) => {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isFailing = false;

  const runAll = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      try {
        await act();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, "settings could not be read; using the last known values");
        isFailing = true;
      }
    } while (isAskedAgain);
    running = undefined;
  };

  const run = (): Promise<void> => {
    isAskedAgain = running !== undefined;
    running ??= runAll();
    return running;
  };
  return Object.assign(run, { finished: async (): Promise<void> => running });
};

const repeatedly = (act: () => Promise<void>, everyMs: () => number) => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const plan = (): void => {
    // Jitter, so that many processes do not poll at the same instant.
    if (!isStopped) timer = setTimeout(() => void act().finally(plan), everyMs() * (0.8 + Math.random() * 0.4)).unref();
  };
  return {
    start: plan,
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
