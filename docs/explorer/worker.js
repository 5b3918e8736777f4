/** Compares guesses outside the page, which stays responsive. It is sent rules and turns once, and answers in steps. */

import { chooseGuess } from "./search.js";

self.onmessage = ({ data: { rules, turns } }) => {
  const steps = chooseGuess(rules, turns);
  let step = steps.next();
  for (; !step.done; step = steps.next()) self.postMessage({ done: step.value });
  self.postMessage({ choices: step.value });
};
