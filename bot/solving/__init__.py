"""Running the solver outside the event loop: tasks, the executor that runs them, and its process pool."""
