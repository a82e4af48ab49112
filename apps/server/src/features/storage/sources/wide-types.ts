import type { DataType } from "apache-arrow";
import { Type } from "apache-arrow/enum";

const BYTES: ReadonlySet<Type> = new Set([Type.Binary, Type.LargeBinary, Type.FixedSizeBinary]);

/** Bytes, and lists and structs of them: they may be the clips themselves. */
export const isWideType = (type: DataType): boolean =>
  BYTES.has(type.typeId) || (type.children ?? []).some(({ type: inner }) => isWideType(inner));
