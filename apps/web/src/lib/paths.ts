/** Addresses that code has to name; every other screen is reached through the table of screens. */
export const PATHS = {
  start: "/",
  login: "/login",
  home: "/frog-home",
  dataset: "/dataset",
  versionOne: "/v1",
  taskManage: "/task-manage",
  taskGenerate: "/task-generate",
  performerPlayground: "/performer-playground",
  platform: "/platform",
  platformUser: "/platform/user",
  platformContent: "/platform/content",
  platformHistory: "/platform/history",
  platformTools: "/platform/tools",
  developerDesk: "/dev",
} as const;
