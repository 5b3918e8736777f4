"""Running the solver outside the event loop: tasks, executor and process pool."""
