"""Operation: admission, maintenance of games, diagnosis, copies."""
