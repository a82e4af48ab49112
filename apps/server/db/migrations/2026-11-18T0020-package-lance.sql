-- Packages may be Lance tables.
alter table package drop constraint package_format_check;
alter table package add constraint package_format_check
  check (format in ('MDS', 'WebDataset', 'Parquet', 'Lance')) not valid;
