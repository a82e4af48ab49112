import { theme } from "antd";
import { describe, expect, it } from "vitest";
import { contrastRatio, seenDistance } from "./testing/contrast.ts";
import { antdTheme, PALETTES, type PaletteName, THEME_MODES, themeCss } from "./theme.ts";

const SURFACES = ["page", "surface", "raised", "subtle"] as const satisfies readonly PaletteName[];
const TEXTS = [
  "text",
  "text-secondary",
  "text-muted",
  "accent-text",
  "success",
  "warning",
  "error",
  "info",
] as const satisfies readonly PaletteName[];
const PAIRS = [
  ["on-accent", "accent-fill"],
  ["on-accent", "accent-fill-hover"],
  ["on-accent", "error-fill"],
  ["on-accent", "error-fill-hover"],
  ["accent-text", "accent-tint"],
  ["text-muted", "accent-tint"],
  ["success", "success-tint"],
  ["warning", "warning-tint"],
  ["error", "error-tint"],
  ["info", "info-tint"],
  ["text-secondary", "error-tint"],
  ["text-secondary", "warning-tint"],
] as const satisfies readonly (readonly [PaletteName, PaletteName])[];
const CHART = ["chart-1", "chart-2", "chart-3", "chart-4", "chart-5", "chart-6", "chart-7", "chart-8"] as const;

describe.each(THEME_MODES)("%s theme", (mode) => {
  const palette = PALETTES[mode];

  it.each(SURFACES)("keeps every text readable on %s", (surface) => {
    const weak = TEXTS.filter((text) => contrastRatio(palette[text], palette[surface]) < 4.5);
    expect(weak).toEqual([]);
  });

  it.each(PAIRS)("keeps %s readable on %s", (text, ground) => {
    expect(contrastRatio(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it("gives Ant Design readable error, description, placeholder and disabled text", () => {
    const token = theme.getDesignToken(antdTheme(mode));
    const texts = [
      token.colorErrorText,
      token.colorTextDescription,
      token.colorTextPlaceholder,
      token.colorTextDisabled,
      token.colorLink,
      token.colorError,
    ];
    for (const text of texts) {
      expect(contrastRatio(text, token.colorBgContainer)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(text, token.colorBgElevated)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("keeps chart colours visible on the surface and apart for colour-blind readers", () => {
    for (const [index, name] of CHART.entries()) {
      expect(contrastRatio(palette[name], palette.surface)).toBeGreaterThanOrEqual(3);
      for (const other of CHART.slice(index + 1)) {
        expect(seenDistance(palette[name], palette[other])).toBeGreaterThan(20);
      }
    }
  });
});

it("theme.css is what theme.ts generates", async () => {
  await expect(themeCss()).toMatchFileSnapshot("./theme.css");
});
