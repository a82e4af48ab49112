import { Navigate, type RouteObject } from "react-router";
import { loadWithWords } from "../lib/load-words.ts";
import { PATHS } from "../lib/paths.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { PageSkeleton } from "./frame/page-skeleton.tsx";
import { TopLevel } from "./frame/top-level.tsx";
import { loadOrOfferReload } from "./gates/load-or-offer-reload.tsx";
import { type Screen, ScreensContext, type Shell } from "./screen-list.ts";
import { screens } from "./screens.tsx";

const screenRoute = (screen: Screen): RouteObject => ({
  path: screen.path,
  handle: screen,
  lazy: () => loadOrOfferReload(() => loadWithWords(screen.words, screen.load)),
  // Placed inside the shell, so that an error in one screen leaves the menu usable.
  ErrorBoundary: ErrorScreen,
});

const isOpen = (screen: Screen): boolean => screen.access === "public";
const screensOf = (shell: Shell): RouteObject[] =>
  screens.filter((screen) => screen.shell === shell && !isOpen(screen)).map(screenRoute);

/** All routes that need a session and the full UI kit; both are loaded with the frame. */
const signedIn: RouteObject = {
  lazy: () => loadOrOfferReload(() => loadWithWords(["ui", "shared"], () => import("./frame/frame.tsx"))),
  children: [
    { path: PATHS.start, lazy: () => loadOrOfferReload(() => import("./gates/start-redirect.tsx")) },
    { lazy: () => loadOrOfferReload(() => import("./shells/root.tsx")), children: screensOf("root") },
    {
      lazy: () => loadOrOfferReload(() => import("./shells/v1.tsx")),
      children: [{ path: PATHS.versionOne, element: <Navigate to={PATHS.taskManage} replace /> }, ...screensOf("v1")],
    },
    {
      lazy: () => loadOrOfferReload(() => import("./shells/platform.tsx")),
      children: [
        { path: PATHS.platform, lazy: () => loadOrOfferReload(() => import("./gates/platform-redirect.tsx")) },
        ...screensOf("platform"),
      ],
    },
    { lazy: () => loadOrOfferReload(() => import("./shells/bare.tsx")), children: screensOf("none") },
  ],
};

const Root = () => (
  <ScreensContext value={screens}>
    <TopLevel />
  </ScreensContext>
);

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: PageSkeleton,
    children: [...screens.filter(isOpen).map(screenRoute), signedIn],
  },
];
