-- What an export of labels contains, and the hash of its file. The time of an older export is that of its request.
alter table label_export add column shape text not null default 'long';
alter table label_export add column answers text not null default 'raw';
alter table label_export add column as_of timestamptz;
alter table label_export add column sha256 text;
alter table dataset_export add column sha256 text;

alter table label_export drop constraint label_export_format_check;
alter table label_export add constraint label_export_format_check
  check (format in ('jsonl', 'csv', 'parquet', 'label_studio')) not valid;
alter table label_export add constraint label_export_shape_check check (shape in ('long', 'wide')) not valid;
alter table label_export add constraint label_export_answers_check check (answers in ('raw', 'majority', 'adjudicated')) not valid;
alter table label_export add constraint label_export_sha256_check check (length(sha256) = 64) not valid;
alter table dataset_export add constraint dataset_export_sha256_check check (length(sha256) = 64) not valid;
