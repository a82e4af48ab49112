import { DomainError } from "../../errors.ts";

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Deduplicates concurrent requests by key; aborts the work when nobody waits for it any more. */
export class SingleFlight<T> {
  private readonly flights = new Map<string, Flight<T>>();

  /** `leave` aborts when this caller no longer waits. */
  join(key: string, start: (signal: AbortSignal) => Promise<T>, leave?: AbortSignal): Promise<T> {
    const flight = this.flights.get(key) ?? this.begin(key, start);
    flight.waiting += 1;
    if (!leave) return flight.result;
    return new Promise((resolve, reject) => {
      const quit = (): void => {
        flight.waiting -= 1;
        if (flight.waiting === 0) this.abortFlight(key, flight);
        reject(new DomainError("unavailable", "the request was cancelled by the client"));
      };
      if (leave.aborted) return quit();
      leave.addEventListener("abort", quit, { once: true });
      void flight.result.then(resolve, reject).finally(() => leave.removeEventListener("abort", quit));
    });
  }

  private begin(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const result = start(controller.signal).finally(() => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    });
    // Callers handle the failure; without callers it must not become an unhandled rejection.
    result.catch(() => undefined);
    const flight: Flight<T> = { result, controller, waiting: 0 };
    this.flights.set(key, flight);
    return flight;
  }

  private abortFlight(key: string, flight: Flight<T>): void {
    // Remove it first, so that the next caller starts anew and does not join an aborted flight.
    if (this.flights.get(key) === flight) this.flights.delete(key);
    flight.controller.abort();
  }
}
