export interface ServerCounts {
  readonly requests: number;
  readonly serverErrors: number;
  readonly byStatus: Readonly<Record<string, number>>;
}

const COUNT =
  /^http_server_request_duration_seconds_count\{.*http_response_status_code="(?<status>\d+)".*\} (?<count>\d+)$/gm;

/** The server's own counters, so that the verdict does not rest on the fuzzer's report alone. */
export const readCounts = async (opsOrigin: string): Promise<ServerCounts> => {
  const metrics = await (await fetch(`${opsOrigin}/metrics`)).text();
  const byStatus: Record<string, number> = {};
  for (const match of metrics.matchAll(COUNT)) {
    const { status = "", count = "0" } = match.groups ?? {};
    byStatus[status] = (byStatus[status] ?? 0) + Number(count);
  }
  const sum = (wanted: (status: string) => boolean): number =>
    Object.entries(byStatus).reduce((total, [status, count]) => total + (wanted(status) ? count : 0), 0);
  return { requests: sum(() => true), serverErrors: sum((status) => status.startsWith("5")), byStatus };
};
