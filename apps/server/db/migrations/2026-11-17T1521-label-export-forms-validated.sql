-- In a transaction of its own, so that reads go on while the rows are checked.
alter table label_export validate constraint label_export_format_check;
alter table label_export validate constraint label_export_shape_check;
alter table label_export validate constraint label_export_answers_check;
alter table label_export validate constraint label_export_sha256_check;
alter table dataset_export validate constraint dataset_export_sha256_check;
