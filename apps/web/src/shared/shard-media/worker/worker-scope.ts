/** The parts of the service worker API used here: its types cannot be loaded together with the DOM's. */
export interface PageClient {
  readonly id: string;
  readonly postMessage: (message: unknown, transfer?: readonly Transferable[]) => void;
}

interface LastingEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

export interface InstallEvent extends LastingEvent {
  /** Not supported by every browser. */
  readonly addRoutes?: (routes: readonly object[]) => Promise<void>;
}

export interface MediaRequestEvent extends LastingEvent {
  readonly request: Request;
  readonly clientId: string;
  readonly respondWith: (answer: Promise<Response>) => void;
}

interface WorkerEvents {
  readonly install: InstallEvent;
  readonly activate: LastingEvent;
  readonly message: LastingEvent & { readonly data: unknown };
  readonly fetch: MediaRequestEvent;
}

export interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    readonly claim: () => Promise<void>;
    readonly get: (id: string) => Promise<PageClient | undefined>;
    readonly matchAll: (options: { type: "window" }) => Promise<readonly PageClient[]>;
  };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <K extends keyof WorkerEvents>(name: K, run: (event: WorkerEvents[K]) => void) => void;
}
