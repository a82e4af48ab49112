import { type ThemeConfig, theme } from "antd";

export const THEME_MODES = ["light", "dark"] as const;
export type ThemeMode = (typeof THEME_MODES)[number];

const SHAPE = {
  radius: "6px",
  "radius-small": "4px",
  "control-height": "32px",
  "head-height": "36px",
  "row-height": "40px",
  "row-height-compact": "32px",
  "font-size": "13px",
  "line-height": "20px",
  "font-size-small": "12px",
  "font-size-large": "15px",
  "font-size-title": "20px",
  "font-size-display": "28px",
  // Behind and over media, which looks the same in both themes.
  media: "#000000",
  "media-shade": "rgb(0 0 0 / 72%)",
  "on-media": "#ffffff",
  "motion-fast": "120ms",
  "motion-slow": "180ms",
  "motion-ease": "cubic-bezier(0.16, 1, 0.3, 1)",
  "font-text": '"Inter Variable", system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  "font-mono": 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono", monospace',
} as const;

const LIGHT = {
  page: "#f6f7f9",
  surface: "#ffffff",
  raised: "#ffffff",
  subtle: "#eef1f5",
  line: "#e1e5eb",
  "line-strong": "#c6cdd8",
  text: "#1b2230",
  "text-secondary": "#4a5465",
  "text-muted": "#5b6577",
  accent: "#3b6ef5",
  "accent-text": "#2d5be0",
  "accent-fill": "#2f60e6",
  "accent-fill-hover": "#2a57d8",
  "accent-tint": "#e9effe",
  "on-accent": "#ffffff",
  success: "#17724a",
  "success-tint": "#e7f5ed",
  warning: "#8a5a00",
  "warning-tint": "#fdf3dc",
  error: "#c22b2b",
  "error-fill": "#c22b2b",
  "error-fill-hover": "#a92323",
  "error-tint": "#fdecec",
  info: "#0b6b85",
  "info-tint": "#e3f3f8",
  mask: "rgb(27 34 48 / 32%)",
  "shadow-raised": "0 1px 2px rgb(27 34 48 / 6%), 0 8px 24px rgb(27 34 48 / 12%)",
  "chart-1": "#3b6ef5",
  "chart-2": "#7c410e",
  "chart-3": "#36a186",
  "chart-4": "#732666",
  "chart-5": "#a59212",
  "chart-6": "#4d0f8a",
  "chart-7": "#67222f",
  "chart-8": "#3d9bd6",
} as const;

export type PaletteName = keyof typeof LIGHT;
export type Palette = Readonly<Record<PaletteName, string>>;

const DARK: Palette = {
  page: "#0e1116",
  surface: "#151a21",
  raised: "#1c222b",
  subtle: "#232b36",
  line: "#29313c",
  "line-strong": "#3b4554",
  text: "#e4e8ee",
  "text-secondary": "#b3bcc9",
  "text-muted": "#98a3b4",
  accent: "#6b93ff",
  "accent-text": "#8aa9ff",
  "accent-fill": "#2f60e6",
  "accent-fill-hover": "#3365ee",
  "accent-tint": "#1b2540",
  "on-accent": "#ffffff",
  success: "#5ccb93",
  "success-tint": "#14291f",
  warning: "#e5b454",
  "warning-tint": "#2d2411",
  error: "#ff8a8a",
  "error-fill": "#b93030",
  "error-fill-hover": "#c43636",
  "error-tint": "#33191c",
  info: "#5cc4e0",
  "info-tint": "#10272f",
  mask: "rgb(0 0 0 / 55%)",
  "shadow-raised": "0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 50%)",
  "chart-1": "#6b93ff",
  "chart-2": "#efbd71",
  "chart-3": "#14b38b",
  "chart-4": "#bd2891",
  "chart-5": "#e6cb1e",
  "chart-6": "#bb9fdf",
  "chart-7": "#ca2b3d",
  "chart-8": "#c2e0eb",
};

export const PALETTES: Readonly<Record<ThemeMode, Palette>> = { light: LIGHT, dark: DARK };

const pixels = (name: keyof typeof SHAPE): number => Number.parseInt(SHAPE[name], 10);

/** Heights that must be known in advance to position rows that are not rendered. */
export const TABLE_HEIGHTS_PX = {
  head: pixels("head-height"),
  comfortable: pixels("row-height"),
  compact: pixels("row-height-compact"),
} as const;

const statusTokens = (palette: Palette): ThemeConfig["token"] => ({
  colorSuccess: palette.success,
  colorSuccessText: palette.success,
  colorSuccessBg: palette["success-tint"],
  colorWarning: palette.warning,
  colorWarningText: palette.warning,
  colorWarningBg: palette["warning-tint"],
  colorError: palette.error,
  colorErrorText: palette.error,
  colorErrorBg: palette["error-tint"],
  colorInfo: palette.info,
  colorInfoText: palette.info,
  colorInfoBg: palette["info-tint"],
});

const surfaceTokens = (palette: Palette): ThemeConfig["token"] => ({
  colorBgBase: palette.surface,
  colorBgLayout: palette.page,
  colorBgContainer: palette.surface,
  colorBgElevated: palette.raised,
  colorBgMask: palette.mask,
  colorBgContainerDisabled: palette.subtle,
  colorFillAlter: palette.subtle,
  colorBorder: palette["line-strong"],
  colorBorderSecondary: palette.line,
  colorSplit: palette.line,
});

const textTokens = (palette: Palette): ThemeConfig["token"] => ({
  colorTextBase: palette.text,
  colorText: palette.text,
  colorTextHeading: palette.text,
  colorTextLabel: palette["text-secondary"],
  colorTextSecondary: palette["text-secondary"],
  colorTextTertiary: palette["text-muted"],
  colorTextDescription: palette["text-muted"],
  colorTextQuaternary: palette["text-muted"],
  colorTextPlaceholder: palette["text-muted"],
  colorTextDisabled: palette["text-muted"],
  colorIcon: palette["text-muted"],
  colorIconHover: palette.text,
  colorLink: palette["accent-text"],
  colorLinkHover: palette["accent-text"],
  colorLinkActive: palette["accent-text"],
});

const accentTokens = (palette: Palette): ThemeConfig["token"] => ({
  colorPrimary: palette.accent,
  colorPrimaryText: palette["accent-text"],
  colorPrimaryTextHover: palette["accent-text"],
  colorPrimaryBg: palette["accent-tint"],
  controlItemBgActive: palette["accent-tint"],
  controlItemBgActiveHover: palette["accent-tint"],
  controlItemBgHover: palette.subtle,
});

const componentTokens = (palette: Palette): ThemeConfig["components"] => ({
  Button: {
    colorPrimary: palette["accent-fill"],
    colorPrimaryHover: palette["accent-fill-hover"],
    colorPrimaryActive: palette["accent-fill-hover"],
    // The fill colour is a background for text, not a text colour.
    defaultHoverColor: palette["accent-text"],
    defaultActiveColor: palette["accent-text"],
    colorError: palette["error-fill"],
    colorErrorHover: palette["error-fill-hover"],
    colorErrorActive: palette["error-fill-hover"],
    primaryShadow: "none",
    defaultShadow: "none",
    dangerShadow: "none",
    fontWeight: 500,
  },
  Tabs: {
    itemSelectedColor: palette["accent-text"],
    itemHoverColor: palette.text,
    itemActiveColor: palette["accent-text"],
    horizontalMargin: "0",
  },
  Menu: { itemSelectedColor: palette["accent-text"], itemSelectedBg: palette["accent-tint"] },
  Checkbox: { colorPrimary: palette["accent-fill"], colorPrimaryHover: palette["accent-fill-hover"] },
  Radio: { colorPrimary: palette["accent-fill"], colorPrimaryHover: palette["accent-fill-hover"] },
  Switch: { colorPrimary: palette["accent-fill"], colorPrimaryHover: palette["accent-fill-hover"] },
  Dropdown: { colorPrimary: palette["accent-text"] },
  Tooltip: { colorBgSpotlight: palette.text, colorTextLightSolid: palette.surface },
});

/** The Ant Design theme of a mode. Everything else reads the same values from theme.css. */
export const antdTheme = (mode: ThemeMode): ThemeConfig => {
  const palette = PALETTES[mode];
  return {
    algorithm: mode === "dark" ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...surfaceTokens(palette),
      ...textTokens(palette),
      ...accentTokens(palette),
      ...statusTokens(palette),
      borderRadius: pixels("radius"),
      controlHeight: pixels("control-height"),
      fontSize: pixels("font-size"),
      lineHeight: pixels("line-height") / pixels("font-size"),
      fontFamily: SHAPE["font-text"],
      fontFamilyCode: SHAPE["font-mono"],
      motionDurationFast: SHAPE["motion-fast"],
      motionDurationMid: SHAPE["motion-fast"],
      motionDurationSlow: SHAPE["motion-slow"],
      // The words of a busy button stay readable: its icon shows that it is busy.
      opacityLoading: 1,
      boxShadow: palette["shadow-raised"],
      boxShadowSecondary: palette["shadow-raised"],
    },
    components: componentTokens(palette),
  };
};

const block = (selector: string, values: Readonly<Record<string, string>>, scheme?: ThemeMode): string => {
  const lines = Object.entries(values).map(([name, value]) => `  --ds-${name}: ${value};\n`);
  return `${selector} {\n${scheme ? `  color-scheme: ${scheme};\n` : ""}${lines.join("")}}\n`;
};

/** The content of theme.css; `vitest run theme -u` writes it after a change here. */
export const themeCss = (): string =>
  [
    '@import "./base.css";\n',
    block(":root", SHAPE),
    block(':root,\n[data-theme="light"]', LIGHT, "light"),
    block('[data-theme="dark"]', DARK, "dark"),
  ].join("\n");
