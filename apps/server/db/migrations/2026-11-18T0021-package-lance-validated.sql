-- In a transaction of its own, so that packages are written while the rows are checked.
alter table package validate constraint package_format_check;
