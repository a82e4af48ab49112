import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-00000000000a";
const OTHER = "019a0000-0000-7000-8000-00000000000b";
const BOARD = "/api_v1/leaderboard";
const SHARED = "/api_v1/shared_leaderboard";

const get = (path: string, query = ""): Record<string, Expectation> => ({
  [`GET ${BOARD}${path}`]: {
    rule: "USE_VERSION_1_0",
    path: `${BOARD}${path.replace(":id", ID).replace(":prompt", "0")}${query}`,
  },
});

const post = (path: string, body: unknown): Record<string, Expectation> => ({
  [`POST ${BOARD}${path}`]: { rule: "USE_VERSION_1_0", path: `${BOARD}${path.replace(":id", ID)}`, body },
});

/** Users of version 1.0; the task itself decides whether its leaderboard is visible to them yet. */
export const LEADERBOARDS_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...get("/compare", `?id=${ID}&id=${OTHER}`),
  ...get("/:id"),
  ...get("/:id/prompts"),
  ...get("/:id/prompt/:prompt"),
  ...get("/:id/metrics"),
  ...get("/:id/snapshots"),
  ...get("/:id/download"),
  ...get("/:id/shares"),
  ...post("/:id/share", { usernames: ["nobody"] }),
  ...post("/:id/unshare", { user_id: OTHER }),
  // Whatever is shared with external people too; the list of shares decides.
  [`GET ${SHARED}/list`]: { rule: "signed-in" },
  [`GET ${SHARED}/detail/:id`]: { rule: "signed-in", path: `${SHARED}/detail/${ID}` },
};
