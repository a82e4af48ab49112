-- In a transaction of its own, so that reads go on while the rows are checked.
alter table benchmark_row validate constraint benchmark_row_excluded_says_why;
alter table benchmark_cell validate constraint benchmark_cell_excluded_with_row_is_excluded;
