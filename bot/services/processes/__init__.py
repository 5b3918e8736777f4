"""State shared by several processes on one database: leases, rate limits, published commands."""
