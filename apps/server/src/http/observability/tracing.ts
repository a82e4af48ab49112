/** Runs an act inside a server span when this request is one of those that are sampled. */
export interface Tracing {
  trace<T>(name: string, traceparent: string | undefined, act: () => T): T | Promise<T>;
}
