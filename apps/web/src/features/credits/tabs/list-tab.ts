import type { UserAddress } from "../use-user-address.ts";

export interface ListTabProps {
  email: string;
  address: UserAddress;
  /** The reference time for relative ranges. */
  nowMs: number;
}
