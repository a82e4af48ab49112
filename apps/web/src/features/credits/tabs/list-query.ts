import { sentRange } from "../../../shared/time-span/range.rules.ts";
import type { UserListQuery } from "../credits.queries.ts";
import type { ListTabProps } from "./list-tab.ts";

/** Pages are one-based; the offset is the number of rows before the page. */
export const listQueryOf = ({ email, address, nowMs }: ListTabProps): UserListQuery => ({
  user_email: email,
  ...sentRange(address.range, nowMs),
  limit: address.pageSize,
  offset: (address.page - 1) * address.pageSize,
});
