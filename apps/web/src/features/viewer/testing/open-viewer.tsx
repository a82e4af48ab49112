import type { SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { fakeViewer, URI } from "./fake-viewer.ts";

interface OpenViewer extends ReturnType<typeof renderConsole> {
  sent: SentCall[];
}

/** The viewer with a set open, against a server that answers as the contract says. */
export const openViewer = (at = "", answers: Parameters<typeof fakeViewer>[0] = {}): OpenViewer => {
  const sent = fakeViewer(answers);
  return { sent, ...renderConsole(`/sdv?uri=${encodeURIComponent(URI)}${at}`) };
};

export const named = (sent: readonly SentCall[], name: string): SentCall[] => sent.filter((call) => call.name === name);
