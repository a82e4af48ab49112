import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../repository.ts";
import { linesOf, runCommand } from "../run-command.ts";

const WEB = path.join(ROOT, "apps/web");
/** Inside the web package, so that the same React and router are resolved. */
const FOLDER = path.join(WEB, "node_modules/.cache/bare-hello");

const PAGE = '<!doctype html><div id="root"></div><script type="module" src="/main.js"></script>\n';

const PROGRAM = `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createHashRouter } from "react-router";
import { RouterProvider } from "react-router/dom";

const router = createHashRouter([{ path: "/", element: createElement("h1", null, "hello") }]);
createRoot(document.getElementById("root")).render(createElement(RouterProvider, { router }));
`;

/** Builds the smallest React and router page with the console's bundler: the lower bound for every screen. */
export const buildBareHello = async (): Promise<string> => {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, "index.html"), PAGE);
  writeFileSync(path.join(FOLDER, "main.js"), PROGRAM);
  const settings = { build: { target: "es2024", modulePreload: { polyfill: false } } };
  writeFileSync(path.join(FOLDER, "vite.config.js"), `export default ${JSON.stringify(settings)};\n`);
  const finished = await runCommand(
    path.join(WEB, "node_modules/.bin/vite"),
    ["build", FOLDER, "--logLevel", "error"],
    FOLDER,
  );
  if (finished.status !== 0) throw new Error(`the bare page did not build: ${linesOf(finished).join("\n")}`);
  return path.join(FOLDER, "dist");
};
