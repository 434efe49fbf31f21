"""What is in the boxes: races and powers as data, one module a box."""
