/** Multiplies the time limit of a test by the factor by which this machine is slower than a fast, idle machine. */
export { scaleLimit } from "../../bin/machineFactor.js";
