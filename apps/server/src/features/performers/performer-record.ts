import type { ADAPTERS, CAPABILITIES, PERFORMER_KINDS, PerformerInput, PerformerPricing } from "@dailies/contract";

/** A performer without its secret. */
export interface PerformerRecord {
  readonly id: string;
  readonly name: string;
  readonly kind: (typeof PERFORMER_KINDS)[number];
  readonly adapter: (typeof ADAPTERS)[number];
  readonly endpoint: string;
  readonly model: string;
  readonly version: string;
  readonly adapterConfig: Readonly<Record<string, unknown>>;
  readonly inputSchema: readonly PerformerInput[];
  readonly capabilities: readonly (typeof CAPABILITIES)[number][];
  readonly limits: { readonly concurrency: number; readonly rpm: number | null; readonly timeoutS: number };
  readonly pricing: PerformerPricing | null;
  readonly isEnabled: boolean;
  readonly isShared: boolean;
  readonly isSecretSet: boolean;
  readonly isDeleted: boolean;
  readonly lastOkAt: Date | null;
  readonly lastError: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly createdBy: string;
}
