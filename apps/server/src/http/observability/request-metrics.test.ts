import { expect, it } from "vitest";
import { RequestMetrics } from "./request-metrics.ts";

it("the request histogram counts durations by route and status, in buckets that add up", () => {
  const metrics = new RequestMetrics();
  const observe = metrics.ofRoute("GET", "/api_v1/task/list");
  for (const seconds of [0.001, 0.02, 0.02, 99]) observe(200, seconds);
  observe(403, 0.003);
  const text = metrics.expose();
  const labels = 'http_request_method="GET",http_route="/api_v1/task/list",http_response_status_code="200"';
  expect(text).toContain(`http_server_request_duration_seconds_bucket{${labels},le="0.005"} 1\n`);
  expect(text).toContain(`http_server_request_duration_seconds_bucket{${labels},le="0.025"} 3\n`);
  expect(text).toContain(`http_server_request_duration_seconds_bucket{${labels},le="10"} 3\n`);
  expect(text).toContain(`http_server_request_duration_seconds_bucket{${labels},le="+Inf"} 4\n`);
  expect(text).toContain(`http_server_request_duration_seconds_count{${labels}} 4\n`);
  expect(text).toContain('http_response_status_code="403"} 1\n');
});
