/** An error as it crosses to the process that asked. */
export interface CallFault {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  /** What the features' own errors carry besides. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

export type MessageToProcess =
  | { readonly type: "call"; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly type: "cancel"; readonly id: number }
  /** The reader of a stream has taken a part. */
  | { readonly type: "taken"; readonly id: number };

export type MessageFromProcess =
  | { readonly type: "answer"; readonly id: number; readonly output: unknown }
  | { readonly type: "part"; readonly id: number; readonly part: unknown }
  | { readonly type: "end"; readonly id: number }
  | { readonly type: "fault"; readonly id: number; readonly fault: CallFault };

/** Parts of a stream that may be under way before the reader takes one. */
export const PARTS_AHEAD = 2;

/** The descriptor of the channel in the called process. */
export const CHANNEL_FD = 3;
