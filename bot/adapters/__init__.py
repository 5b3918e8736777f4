"""What people see and type. What all platforms share stands here; what differs stands in one folder for each."""
