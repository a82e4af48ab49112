import { type Mock, vi } from "vitest";

interface Registration {
  readonly active: { readonly postMessage: (message: unknown) => void };
}

/** As much of a browser's side of a service worker as the page speaks to. */
export class FakeContainer extends EventTarget {
  controller: object | null = {};
  readonly register: Mock<() => Promise<Registration>> = vi.fn(async () => ({
    active: { postMessage: () => undefined },
  }));
  readonly startMessages = (): void => undefined;

  /** What the worker says, and what it is answered. */
  say(data: unknown): Promise<unknown> {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event) => resolve(event.data);
      this.dispatchEvent(Object.assign(new Event("message"), { data, ports: [port2] }));
    });
  }
}

/** Without one the page is in a browser that has no workers. */
export const enterBrowser = (container: FakeContainer | undefined): void => {
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: container });
};
