import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createHashRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { startI18n } from "./app/i18n/start-i18n.ts";
import { routes } from "./app/routes.tsx";
import { watchBuild } from "./lib/build-watch.ts";
import { watchSystemTheme } from "./lib/theme-choice.ts";
import "./ui/theme.css";

const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root element");

watchBuild();
watchSystemTheme();
await startI18n();
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createHashRouter(routes)} />
  </StrictMode>,
);
