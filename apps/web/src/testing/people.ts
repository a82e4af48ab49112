import { isExternalRole, type PermissionItem, platformFlags, type UserInfo, type UserItem } from "@dailies/contract";

interface PersonOptions {
  username?: string;
  realname?: string;
  role?: string;
  perms?: string[];
  isEnabled?: boolean;
  hasPassword?: boolean;
  version?: number;
}

const idOf = (place: number): string => `0198c0de-0000-7000-8000-${String(place).padStart(12, "0")}`;

/** A console user as in the lists; its index determines its id. */
export const aPerson = (place: number, overrides: PersonOptions = {}): UserItem => {
  const { username = `user-${place}`, role = "developer", perms = [] } = overrides;
  return {
    id: idOf(place),
    username,
    realname: overrides.realname ?? `Person ${place}`,
    email: `${username}@example.com`,
    user_role: role,
    is_external: isExternalRole(role),
    perms,
    waiting_perms: [],
    platform_flags: platformFlags(perms),
    is_password_set: overrides.hasPassword ?? true,
    is_enabled: overrides.isEnabled ?? true,
    last_seen_at: "2026-01-02T03:04:05Z",
    created_at: "2026-01-01T03:04:05Z",
    version: overrides.version ?? 1,
  };
};

export const asInfo = (person: UserItem, more: Partial<UserInfo> = {}): UserInfo => ({
  ...person,
  held: person.perms.map((key) => ({
    key,
    name: key,
    granted_at: "2026-01-01T00:00:00Z",
    granted_by: "ada",
    is_from_provider: false,
  })),
  has_second_factor: false,
  sessions: [],
  operations: [],
  ...more,
});

export const aCode = (key: string, overrides: Partial<PermissionItem> = {}): PermissionItem => ({
  key,
  name: `Name of ${key}`,
  description: `What ${key} opens`,
  group: "Console",
  is_system: true,
  bit: null,
  holders: 3,
  version: 1,
  ...overrides,
});
