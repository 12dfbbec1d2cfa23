/** Returns a test's time limit for this machine: the limit for a fast, idle machine, multiplied by 1 to 10. */
export { scaleLimit } from "../../bin/machineFactor.js";
