import type { SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { fakeViewer, URI } from "./fake-viewer.ts";

interface OpenViewer extends ReturnType<typeof renderConsole> {
  sent: SentCall[];
}

/** Renders the viewer with an open dataset, against a mock server that follows the contract. */
export const openViewer = (at = "", answers: Parameters<typeof fakeViewer>[0] = {}): OpenViewer => {
  const sent = fakeViewer(answers);
  return { sent, ...renderConsole(`/sdv?uri=${encodeURIComponent(URI)}${at}`) };
};

export const named = (sent: readonly SentCall[], name: string): SentCall[] => sent.filter((call) => call.name === name);
