const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const NAME = "http_server_request_duration_seconds";

interface Series {
  readonly buckets: Float64Array;
  count: number;
  sumS: number;
}

/** Durations by route template and status. Plain counters, because a library's labels cost more than the session check. */
export class RequestMetrics {
  private readonly series = new Map<string, Map<number, Series>>();

  /** The counters of one route, kept by its handler. */
  ofRoute(method: string, route: string): (status: number, seconds: number) => void {
    const byStatus = new Map<number, Series>();
    this.series.set(`http_request_method="${method}",http_route="${route}"`, byStatus);
    return (status, seconds) => {
      let series = byStatus.get(status);
      if (!series) {
        series = { buckets: new Float64Array(BUCKETS_S.length), count: 0, sumS: 0 };
        byStatus.set(status, series);
      }
      series.count += 1;
      series.sumS += seconds;
      for (let i = 0; i < BUCKETS_S.length; i++) {
        if (seconds <= (BUCKETS_S[i] ?? 0)) {
          series.buckets[i] = (series.buckets[i] ?? 0) + 1;
          return;
        }
      }
    };
  }

  /** Prometheus text. Buckets are stored separately and accumulated here, so that a request increments only one. */
  expose(): string {
    const lines = [`# HELP ${NAME} Duration of answered requests.`, `# TYPE ${NAME} histogram`];
    for (const [route, byStatus] of this.series) {
      for (const [status, series] of byStatus) {
        lines.push(...exposeSeries(`${route},http_response_status_code="${status}"`, series));
      }
    }
    return `${lines.join("\n")}\n`;
  }
}

const exposeSeries = (labels: string, series: Series): string[] => {
  let below = 0;
  const buckets = BUCKETS_S.map((limit, i) => {
    below += series.buckets[i] ?? 0;
    return `${NAME}_bucket{${labels},le="${limit}"} ${below}`;
  });
  return [
    ...buckets,
    `${NAME}_bucket{${labels},le="+Inf"} ${series.count}`,
    `${NAME}_sum{${labels}} ${series.sumS}`,
    `${NAME}_count{${labels}} ${series.count}`,
  ];
};
