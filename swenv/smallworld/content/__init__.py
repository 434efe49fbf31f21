"""The content of the boxes: races and powers as data, one module for each box."""
