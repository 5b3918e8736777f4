"""Results, statistics, leaderboards, ratings, and marks for skill and luck."""
