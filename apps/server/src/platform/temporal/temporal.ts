import type { Client } from "@temporalio/client";

export interface TemporalOptions {
  readonly address: string;
  readonly namespace: string;
}

export interface Temporal {
  /** Loads the client on first use; it connects with the first request. */
  readonly client: () => Promise<Client>;
  readonly close: () => Promise<void>;
}

export const createTemporal = ({ address, namespace }: TemporalOptions): Temporal => {
  let opened: Promise<Client> | undefined;
  const open = async (): Promise<Client> => {
    const { Client, Connection } = await import("@temporalio/client");
    // The default interceptor retries on a timer that outlives the connection and then crashes the process with an
    // uncatchable exception. Callers that need retries do them: the outbox, startup, health checks.
    return new Client({ connection: Connection.lazy({ address, connectTimeout: "5s", interceptors: [] }), namespace });
  };
  return {
    client: () => {
      opened ??= open();
      return opened;
    },
    close: async () => {
      if (opened) await (await opened).connection.close();
    },
  };
};
