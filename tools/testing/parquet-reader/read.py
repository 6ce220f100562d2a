"""Prints the rows of a Parquet file, which is the standard input, as lines of JSON."""

import json
import os
import sys

import pyarrow as pa
import pyarrow.parquet as parquet

table = parquet.read_table(pa.BufferReader(sys.stdin.buffer.read()))
print(json.dumps({field.name: str(field.type) for field in table.schema}))
for row in table.to_pylist():
    print(json.dumps(row, default=lambda value: value.isoformat()))

# Threads of Arrow may still be running, which abort a process that ends in order.
sys.stdout.flush()
os._exit(0)
