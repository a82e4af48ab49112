import { type CurrentUser, isExternalRole, platformFlags } from "@dailies/contract";

interface UserOptions {
  username?: string;
  realname?: string;
  role?: string;
  permissions?: string[];
  hasPassword?: boolean;
  isFineGrained?: boolean;
  mustSetUpSecondFactor?: boolean;
}

export const aUser = ({
  username = "mei",
  realname = "Mei Lin",
  role = "developer",
  permissions = [],
  hasPassword = true,
  isFineGrained = false,
  mustSetUpSecondFactor = false,
}: UserOptions = {}): CurrentUser => ({
  username,
  realname,
  user_role: role,
  is_external: isExternalRole(role),
  is_password_set: hasPassword,
  perms: permissions,
  platform_flags: platformFlags(permissions),
  fine_grained_admin: isFineGrained,
  must_set_up_second_factor: mustSetUpSecondFactor,
});
