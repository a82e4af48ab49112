import type { ComponentType } from "react";
import { reportStaleBuild } from "../../lib/build-watch.ts";
import { isMissingFile } from "../../lib/lazy-part.ts";
import { StaleScreen } from "./stale-screen.tsx";

interface ScreenModule {
  Component: ComponentType;
}

/** A missing file usually means that a newer build was deployed: offer a reload instead of an error. */
export const loadOrOfferReload = async (load: () => Promise<ScreenModule>): Promise<ScreenModule> => {
  try {
    const { Component } = await load();
    return { Component };
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    reportStaleBuild();
    return { Component: StaleScreen };
  }
};
