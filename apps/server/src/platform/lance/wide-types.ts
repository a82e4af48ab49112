import type { DataType } from "apache-arrow";
import { Type } from "apache-arrow/enum";

const BYTES: ReadonlySet<Type> = new Set([Type.Binary, Type.LargeBinary, Type.FixedSizeBinary]);

/** Binary, and lists and structs of it: they may hold the clips themselves. */
export const isWideType = (type: DataType): boolean =>
  BYTES.has(type.typeId) || (type.children ?? []).some(({ type: inner }) => isWideType(inner));
