import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { reportStaleBuild } from "./build-watch.ts";

/** Browsers report a failed import only by message; errors inside a module must not match. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|preload/i.test(error.message);

/** A lazily loaded component. If its file is missing it renders nothing and the banner offers a reload. */
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
