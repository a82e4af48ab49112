import type { Aggregation } from "@dailies/contract";
import type { TaskRecord } from "../../tasks/index.ts";
import type { MediaInput } from "./cell-columns.ts";

export interface SourceTask extends Pick<TaskRecord, "id" | "kind" | "name" | "status"> {
  /** Whether the reader may see who judged. */
  readonly showsRaters: boolean;
}

export interface SourceInput {
  readonly tasks: readonly SourceTask[];
  readonly aggregation: Aggregation;
  readonly media: MediaInput;
  readonly publicOrigin: string;
}
