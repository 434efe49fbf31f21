"""The rules as kernels, one file a chapter; `record` says what they work on, `engine` what Python calls."""
