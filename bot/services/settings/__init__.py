"""Settings of people, rooms and workspaces, and who may change them."""
