export const PLAYGROUND_PATH = "/performer-playground";

export const TABS = ["bench", "history", "performers"] as const;
export type TabKey = (typeof TABS)[number];

interface PlaygroundOptions {
  tab?: TabKey;
  performer?: string;
  /** The job whose input fills the form. */
  from?: string;
  /** The performer whose form is open, or `new`. */
  edit?: string;
}

/** Builds a URL of the performer playground. */
export const playgroundAddress = ({ tab, ...rest }: PlaygroundOptions): string => {
  const params = new URLSearchParams();
  if (tab !== undefined && tab !== "bench") params.set("tab", tab);
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) params.set(name, value);
  return params.size > 0 ? `${PLAYGROUND_PATH}?${params}` : PLAYGROUND_PATH;
};
