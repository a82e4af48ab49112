import type { UserAddress } from "../use-user-address.ts";

/** What every list of a user is given. */
export interface ListTabProps {
  email: string;
  address: UserAddress;
  /** The moment relative ranges count from. */
  nowMs: number;
}
