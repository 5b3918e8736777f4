"""The daily, its streaks and its summaries."""
