import {
  formatBytes,
  formatCount,
  formatDecimal,
  formatDuration,
  formatMoney,
  formatPercent,
} from "../../../../ui/format.ts";
import { Example } from "../example.tsx";

const ROWS: readonly [string, string][] = [
  ["formatCount(1204388)", formatCount(1_204_388)],
  ["formatDecimal(61.24)", formatDecimal(61.24)],
  ["formatPercent(0.9134)", formatPercent(0.9134)],
  ['formatMoney(340, "USD")', formatMoney(340, "USD")],
  ["formatBytes(1403000000)", formatBytes(1_403_000_000)],
  ["formatDuration(320)", formatDuration(320)],
  ["formatDuration(245000)", formatDuration(245_000)],
  ["formatDuration(3840000)", formatDuration(3_840_000)],
];

export const NumberExamples = () => (
  <Example state="Each function and what it writes">
    <dl className="gallery-card gallery-facts ds-number">
      {ROWS.map(([call, text]) => (
        <div key={call} style={{ display: "contents" }}>
          <dt>
            <code className="ds-mono">{call}</code>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </Example>
);
