/** Runs a function inside a server span if this request is sampled. */
export interface Tracing {
  trace<T>(name: string, traceparent: string | undefined, act: () => T): T | Promise<T>;
}
