import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { reportStaleBuild } from "./build-watch.ts";

/** Browsers name a failed import only by their own words; a bug inside a module stays a bug. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|preload/i.test(error.message);

/** A part fetched when it is first drawn. When its file is gone it stays away and the banner offers a reload. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      if (!isMissingFile(error)) throw error;
      reportStaleBuild();
      return { default: () => null };
    }
  });
