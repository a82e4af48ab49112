import { contract, INTERNAL_ROLE, PERMISSION_CODES, platformFlags } from "@dailies/contract";
import type { z } from "zod";

const NOW = "2026-01-01T00:00:00Z";

const me: z.input<typeof contract.auth.me.reply> = {
  username: "measure",
  realname: "Mea Sure",
  user_role: INTERNAL_ROLE,
  is_external: false,
  is_password_set: true,
  perms: [...PERMISSION_CODES],
  platform_flags: platformFlags(PERMISSION_CODES),
  fine_grained_admin: false,
  must_set_up_second_factor: false,
};

const health: z.input<typeof contract.system.getHealth.reply> = {
  build: { version: "0.0.0", commit: "measure", node: "v24", mode: "production", started_at: NOW },
  engines: [
    { name: "postgres", purpose: "rows", state: "healthy", version: "15", latency_ms: 1, fault: null },
    { name: "redis", purpose: "cache", state: "healthy", version: "7", latency_ms: 1, fault: null },
  ],
  checked_at: NOW,
};

const sessions: z.input<typeof contract.auth.listSessions.reply> = {
  items: [
    {
      id: "019a0000-0000-7000-8000-000000000001",
      is_current: true,
      user_agent: "Chromium",
      network: "127.0.0.0/24",
      created_at: NOW,
      last_seen_at: NOW,
    },
  ],
  total: 1,
};

const notifications: z.input<typeof contract.notifications.getNotificationSummary.reply> = {
  unread: 0,
  is_mailed: true,
  language: "en",
};

/** API replies for somebody who has not signed in, where the operator has configured no single sign-on. */
export const signedOutReplies = (): Record<string, unknown> => ({
  [contract.signOn.getSignOn.path]: { name: null } satisfies z.input<typeof contract.signOn.getSignOn.reply>,
});

/** API replies for an internal user with every permission; typed by the contract, so they cannot drift from it. */
export const internalReplies = (): Record<string, unknown> => ({
  [contract.auth.me.path]: me,
  [contract.system.getHealth.path]: health,
  [contract.auth.listSessions.path]: sessions,
  [contract.notifications.getNotificationSummary.path]: notifications,
});
