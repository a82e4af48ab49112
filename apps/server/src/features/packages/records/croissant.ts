import type { PackageFormat } from "@dailies/contract";
import type { ShardColumn } from "@dailies/formats/shard-writer";
import type { PackageRecord } from "../package.store.ts";
import { SHARD_FOLDERS } from "../writing/shard-formats.ts";

export interface CroissantInput {
  readonly record: PackageRecord;
  /** Of its folder. */
  readonly uri: string;
  readonly contentSha256: string;
  /** The file that lists all shards with their hashes. */
  readonly manifest: { readonly bytes: number; readonly sha256: string };
}

const CONFORMS_TO = "http://mlcommons.org/croissant/1.1";

/** The context of Croissant 1.1, which readers compare with their own. */
const CONTEXT = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  citeAs: "cr:citeAs",
  column: "cr:column",
  conformsTo: "dct:conformsTo",
  cr: "http://mlcommons.org/croissant/",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  dct: "http://purl.org/dc/terms/",
  equivalentProperty: "cr:equivalentProperty",
  examples: { "@id": "cr:examples", "@type": "@json" },
  extract: "cr:extract",
  field: "cr:field",
  fileObject: "cr:fileObject",
  fileProperty: "cr:fileProperty",
  fileSet: "cr:fileSet",
  format: "cr:format",
  includes: "cr:includes",
  isLiveDataset: "cr:isLiveDataset",
  jsonPath: "cr:jsonPath",
  key: "cr:key",
  md5: "cr:md5",
  parentField: "cr:parentField",
  path: "cr:path",
  rai: "http://mlcommons.org/croissant/RAI/",
  recordSet: "cr:recordSet",
  references: "cr:references",
  regex: "cr:regex",
  repeated: "cr:repeated",
  replace: "cr:replace",
  samplingRate: "cr:samplingRate",
  sc: "https://schema.org/",
  separator: "cr:separator",
  source: "cr:source",
  subField: "cr:subField",
  transform: "cr:transform",
} as const;

const FILES: Readonly<Record<PackageFormat, { readonly pattern: string; readonly mediaType: string }>> = {
  MDS: { pattern: "*.mds", mediaType: "application/octet-stream" },
  WebDataset: { pattern: "*.tar", mediaType: "application/x-tar" },
  Parquet: { pattern: "*.parquet", mediaType: "application/vnd.apache.parquet" },
  Lance: { pattern: `${SHARD_FOLDERS.Lance}*.lance`, mediaType: "application/octet-stream" },
};
const COMPRESSED = { none: "", zstd: ".zstd", gz: ".gz", br: ".br" } as const;

const DATA_TYPES: Readonly<Record<ShardColumn["type"], string>> = {
  bytes: "sc:VideoObject",
  text: "sc:Text",
  integer: "sc:Integer",
  number: "sc:Float",
  boolean: "sc:Boolean",
  time: "sc:DateTime",
  json: "sc:Text",
  vector: "sc:Float",
};

const fieldOf = ({ name, type }: ShardColumn) => ({
  "@type": "cr:Field",
  "@id": `samples/${name}`,
  name,
  dataType: DATA_TYPES[type],
  ...(type === "vector" && { repeated: true }),
  source: { fileSet: { "@id": "shards" }, extract: { column: name } },
});

/**
 * Croissant metadata of a package as JSON-LD. It names the shards by a pattern, because there may be a hundred thousand; their
 * hashes are in the manifest, which it names with its own.
 */
export const croissantOf = ({ record, uri, contentSha256, manifest }: CroissantInput) => {
  const { pattern, mediaType } = FILES[record.format];
  const { name, number, note, datasetName, version, viewName } = record;
  const shards = `${pattern}${COMPRESSED[record.settings.compression]}`;
  const made = `Version ${version} of the dataset ${datasetName}, view ${viewName}.`;
  return {
    "@context": CONTEXT,
    "@type": "sc:Dataset",
    conformsTo: CONFORMS_TO,
    "@id": `urn:uuid:${record.id}`,
    name: `${name}@${number}`,
    description: note === "" ? made : `${note} ${made}`,
    url: uri,
    version: `${number}.0.0`,
    datePublished: record.createdAt.toISOString().slice(0, 10),
    creator: { "@type": "sc:Person", name: record.creator },
    distribution: [
      {
        "@type": "cr:FileObject",
        "@id": "package",
        name: "package",
        description: "The folder of the package. Its hash is that of the hashes of all shards in order.",
        contentUrl: uri,
        contentSize: `${record.bytesDone} B`,
        encodingFormat: "application/octet-stream",
        sha256: contentSha256,
      },
      {
        "@type": "cr:FileObject",
        "@id": "manifest.json",
        name: "manifest.json",
        description: "Source, settings and the hash of each shard.",
        contentUrl: `${uri}manifest.json`,
        contentSize: `${manifest.bytes} B`,
        encodingFormat: "application/json",
        sha256: manifest.sha256,
      },
      {
        "@type": "cr:FileSet",
        "@id": "shards",
        name: "shards",
        containedIn: { "@id": "package" },
        encodingFormat: mediaType,
        includes: shards,
      },
    ],
    recordSet: [
      {
        "@type": "cr:RecordSet",
        "@id": "samples",
        name: "samples",
        description: `${record.samplesDone} samples.`,
        field: (record.columns ?? []).map(fieldOf),
      },
    ],
  };
};
