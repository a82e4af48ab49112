import { type Mock, vi } from "vitest";

interface Registration {
  readonly active: { readonly postMessage: (message: unknown) => void };
}

/** Fakes the part of the ServiceWorkerContainer API that the page uses. */
export class FakeContainer extends EventTarget {
  controller: object | null = {};
  readonly register: Mock<() => Promise<Registration>> = vi.fn(async () => ({
    active: { postMessage: () => undefined },
  }));
  readonly startMessages = (): void => undefined;

  /** Sends a message from the worker, and returns the page's answer. */
  say(data: unknown): Promise<unknown> {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event) => resolve(event.data);
      this.dispatchEvent(Object.assign(new Event("message"), { data, ports: [port2] }));
    });
  }
}

/** Without a container the browser has no service workers. */
export const enterBrowser = (container: FakeContainer | undefined): void => {
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: container });
};
