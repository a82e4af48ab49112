import { PALETTES, type PaletteName } from "../../../../ui/theme.ts";
import { Example } from "../example.tsx";

const GROUPS: Record<string, (name: string) => boolean> = {
  "Surfaces and lines": (name) => ["page", "surface", "raised", "subtle", "line", "line-strong"].includes(name),
  Text: (name) => name.startsWith("text"),
  Accent: (name) => name.startsWith("accent") || name === "on-accent",
  "Status, only for status": (name) => /^(success|warning|error|info)/.test(name),
  "Charts, apart for colour-blind readers": (name) => name.startsWith("chart"),
};

const NAMES = Object.keys(PALETTES.light) as PaletteName[];

export const ThemeExamples = () => (
  <>
    {Object.entries(GROUPS).map(([group, isMember]) => (
      <Example key={group} state={group}>
        <ul className="gallery-swatches">
          {NAMES.filter(isMember).map((name) => (
            <li key={name}>
              <span className="gallery-swatch" style={{ background: `var(--ds-${name})` }} />
              <code className="ds-mono">--ds-{name}</code>
            </li>
          ))}
        </ul>
      </Example>
    ))}
    <Example state="Faces">
      <div className="gallery-card">
        <p style={{ fontSize: "var(--ds-font-size-title)", fontWeight: 600 }}>Title: what the page is called</p>
        <p>Text 13/20: the quick reader meets this first. 中文与英文并排时也要清楚。</p>
        <p className="ds-number">Tabular numbers: 1,111.10 and 9,888.88</p>
        <p className="ds-mono">Mono: 0197f3aa seed 42</p>
      </div>
    </Example>
  </>
);
