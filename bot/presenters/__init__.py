"""Views made from data: what people see, the same on every platform."""
