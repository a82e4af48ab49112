import type { Context, Span } from "@opentelemetry/api";

export interface TelemetryOptions {
  readonly endpoint: string;
  /** Share of requests that start a new trace. */
  readonly ratio: number;
  readonly serviceName: string;
  readonly version: string;
}

export interface Telemetry {
  /** Runs the function inside a server span if this request is sampled. */
  trace<T>(name: string, traceparent: string | undefined, act: () => T): T | Promise<T>;
  shutdown(): Promise<void>;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Loaded only when a collector is configured: the packages slow down a cold start noticeably. */
export const openTelemetry = async ({
  endpoint,
  ratio,
  serviceName,
  version,
}: TelemetryOptions): Promise<Telemetry> => {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new OTLPTraceExporter({ url: new URL("/v1/traces", endpoint).href, timeoutMillis: 5_000 });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": version }),
    // Sampling is decided below, so the sampler keeps every root span it is asked about.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer(serviceName, version);

  const parentOf = (header: string): Context | undefined => {
    const [, traceId, spanId, flags] = TRACEPARENT.exec(header) ?? [];
    if (!traceId || !spanId || !flags) return undefined;
    const traceFlags = Number.parseInt(flags, 16);
    return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  };

  const startSpan = (name: string, header: string | undefined): Span | undefined => {
    const parent = header === undefined ? undefined : parentOf(header);
    if (!parent && Math.random() >= ratio) return undefined;
    return tracer.startSpan(name, { kind: api.SpanKind.SERVER }, parent ?? api.ROOT_CONTEXT);
  };

  const fail = (span: Span, error: unknown): never => {
    // Only the error's name: its message may contain user input.
    span.setStatus({ code: api.SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "unknown" });
    span.end();
    throw error;
  };

  return {
    trace: (name, traceparent, act) => {
      const span = startSpan(name, traceparent);
      if (!span) return act();
      try {
        const result = act();
        if (!(result instanceof Promise)) {
          span.end();
          return result;
        }
        return result.then(
          (value) => {
            span.end();
            return value;
          },
          (error) => fail(span, error),
        );
      } catch (error) {
        return fail(span, error);
      }
    },
    shutdown: () => provider.shutdown(),
  };
};
