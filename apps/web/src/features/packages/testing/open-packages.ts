import type { PackageDetail, PackageSummary } from "@dailies/contract";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import "../compare/compare-tab.tsx";
import "../create/new-package-dialog.tsx";
import "../detail/left-out-tab.tsx";
import "../detail/package-page.tsx";
import "../detail/shards-tab.tsx";
import "../package-records-screen.tsx";
import { aDetail, anEstimate, aSourceDataset, aView } from "./a-package.ts";

type Answers = Parameters<typeof fakeApi>[0];

interface OpenOptions {
  packages?: PackageSummary[];
  detail?: Partial<PackageDetail>;
  answers?: Answers;
}

const gone = { refuse: 404, code: "not_found", detail: "there is no such package" } as const;

/** Renders the console at a URL of this feature, against contract-checked mock responses. */
export const openPackages = (
  address = "/package-records",
  { packages = [], detail = {}, answers = {} }: OpenOptions = {},
): ReturnType<typeof renderConsole> & { sent: SentCall[] } => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei" }) }),
    "packages.listPackages": () => ({ reply: { items: packages, total: packages.length } }),
    "packages.getPackage": ({ url }) => {
      const found = packages.find(({ id }) => url.pathname.endsWith(id));
      return found ? { reply: aDetail(found, detail) } : gone;
    },
    "packages.estimatePackage": () => ({ reply: anEstimate() }),
    "datasets.listDatasets": () => ({ reply: { items: [aSourceDataset()], total: 1 } }),
    "datasets.getDataset": () => ({ reply: aSourceDataset() }),
    "datasets.listViews": () => ({ reply: { items: [aView()], total: 1 } }),
    ...answers,
  });
  return { sent, ...renderConsole(address) };
};

export const callsOf = (sent: readonly SentCall[], name: string): SentCall[] =>
  sent.filter((call) => call.name === `packages.${name}`);
