"""The rules as kernels, one file per chapter; `record` has the data they work on, `engine` what Python calls."""
