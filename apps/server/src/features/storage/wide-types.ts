import { DataType } from "apache-arrow";

const isBytes = (type: DataType): boolean =>
  DataType.isBinary(type) || DataType.isLargeBinary(type) || DataType.isFixedSizeBinary(type);

/** Bytes, and lists and structs of them: they may be the clips themselves. */
export const isWideType = (type: DataType): boolean =>
  isBytes(type) || (type.children ?? []).some(({ type: inner }) => isWideType(inner));
