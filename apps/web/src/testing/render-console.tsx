import { type RenderResult, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { routes } from "../app/routes.tsx";
// Loaded here, because inside the first test it would count towards its timeout.
import "../app/frame/frame.tsx";
import "../app/gates/identity-gate.tsx";
import "../app/gates/password-gate.tsx";
import "../app/palette/palette.tsx";
import "../app/shells/root.tsx";
import "../app/shells/v1.tsx";

type MemoryRouter = ReturnType<typeof createMemoryRouter>;

interface OpenConsole extends RenderResult {
  router: MemoryRouter;
  user: UserEvent;
}

/** Renders the whole console at a hash URL, with its real routes, guards and shells. */
export const renderConsole = (path: string): OpenConsole => {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const user = userEvent.setup();
  return { ...render(<RouterProvider router={router} />), router, user };
};
