"""The rules as kernels, one file a chapter; `record` declares what they work on, `engine` what Python calls."""
