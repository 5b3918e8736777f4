"""The use cases: one method, one unit of work. They return data, never sentences."""
